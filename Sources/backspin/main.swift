print("backspin")
