/// What the server was like at one moment.
struct Sample {
    /// Since the beginning.
    let seconds: Double
    /// What the system says, and what of it is allocated.
    let memory: Int
    let allocated: Int
    let descriptors: Int
    /// The loop's longest lag up to then, in seconds.
    let lag: Double
    let shelves: Int
}

/// A straight line through some figure of the samples, by least squares.
struct Slope {
    let perHour: Double

    init(_ samples: some Collection<Sample>, of figure: KeyPath<Sample, Int>) {
        let count = Double(samples.count)
        let (time, mean) = (samples.reduce(0) { $0 + $1.seconds } / count, samples.reduce(0) { $0 + Double($1[keyPath: figure]) } / count)
        let (together, alone) = samples.reduce(into: (0.0, 0.0)) { sums, sample in
            sums.0 += (sample.seconds - time) * (Double(sample[keyPath: figure]) - mean)
            sums.1 += (sample.seconds - time) * (sample.seconds - time)
        }
        perHour = alone == 0 ? 0 : together / alone * 3_600
    }
}
