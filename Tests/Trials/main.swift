import Glibc

// Trials of a whole server that take too long for `make test`, which runs their short forms.
//
//     trials soak [--for 1h] [--samples FILE] [--short]
//     trials abuse [--for 40s] [--short] [--only edits,deaf,…]
//
// The status is 0 when all is well, else 1.
do {
    var words = Array(CommandLine.arguments.dropFirst())
    switch words.isEmpty ? "" : words.removeFirst() {
    case "soak": exit(try Soak(SoakPlan(words)).run() ? 0 : 1)
    case "abuse": exit(try Abuse(AbusePlan(words)).run() ? 0 : 1)
    // What `abuse` starts.
    case "rogues": try Rogues.run(words)
    case "good": try GoodClient.run(words)
    default: throw TrialError("say what is to be tried: soak or abuse")
    }
} catch {
    say("trials: \(error)")
    exit(2)
}
