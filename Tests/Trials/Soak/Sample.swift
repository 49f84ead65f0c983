/// What the server was like at one moment.
struct Sample {
    /// Since the beginning.
    let seconds: Double
    let memory: Int
    let descriptors: Int
    /// The loop's longest lag up to then, in seconds.
    let lag: Double
    let shelves: Int
}

/// A straight line through how much memory there was, by least squares.
struct MemorySlope {
    let bytesPerHour: Double

    init(_ samples: some Collection<Sample>) {
        let count = Double(samples.count)
        let (time, memory) = (samples.reduce(0) { $0 + $1.seconds } / count, samples.reduce(0) { $0 + Double($1.memory) } / count)
        let (together, alone) = samples.reduce(into: (0.0, 0.0)) { sums, sample in
            sums.0 += (sample.seconds - time) * (Double(sample.memory) - memory)
            sums.1 += (sample.seconds - time) * (sample.seconds - time)
        }
        bytesPerHour = alone == 0 ? 0 : together / alone * 3_600
    }
}
