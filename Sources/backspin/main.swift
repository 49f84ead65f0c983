runCommand()
