import Glibc

/// Latency over time as a picture.
extension Report {
    private static let width = 800.0
    private static let height = 320.0
    private static let left = 70.0
    private static let top = 40.0
    private static let curves: [(name: String, share: Double, colour: String)] = [
        ("p50", 0.5, "#2a7f62"), ("p90", 0.9, "#3465a4"), ("p99", 0.99, "#c17d11"), ("max", 1, "#a40000"),
    ]

    /// An SVG picture: acknowledgement latency of each second on a logarithmic scale.
    public var plot: String {
        let values = Self.curves.map { curve in
            figures.seconds.map { $0.acknowledgement.count == 0 ? nil : max(1_000, $0.acknowledgement.percentile(curve.share)) }
        }
        let known = values.joined().compactMap { $0 }
        let scale = Scale(lowest: known.min() ?? 1_000, highest: known.max() ?? 1_000_000)
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 420" font-family="sans-serif" font-size="12">
            <rect width="900" height="420" fill="#ffffff"/>
            <text x="70" y="22" font-size="14">Acknowledgement latency, \(grouped(Int(figures.perSecond(figures.requests)))) requests/s, \
            \(grouped(Int(figures.perSecond(figures.deliveries)))) deliveries/s</text>

            """
        for decade in scale.decades { svg += line(at: Self.top + Self.height * (1 - scale.share(decade)), named: duration(decade)) }
        for (curve, values) in zip(Self.curves, values) { svg += path(values, scale, curve.colour) }
        for (index, curve) in Self.curves.enumerated() {
            svg += "<text x=\"\(Int(Self.left) + index * 70)\" y=\"404\" fill=\"\(curve.colour)\">\(curve.name)</text>\n"
        }
        svg += "<text x=\"\(Int(Self.left + Self.width) - 60)\" y=\"404\">\(figures.seconds.count) s</text>\n</svg>\n"
        return svg
    }

    private func line(at y: Double, named name: String) -> String {
        """
        <line x1="\(Int(Self.left))" y1="\(round(y))" x2="\(Int(Self.left + Self.width))" y2="\(round(y))" stroke="#dddddd"/>
        <text x="8" y="\(round(y + 4))" fill="#555555">\(name)</text>

        """
    }

    private func path(_ values: [Int?], _ scale: Scale, _ colour: String) -> String {
        let step = Self.width / Double(max(1, values.count - 1))
        let points = values.enumerated().compactMap { index, value in
            value.map { "\(round(Self.left + Double(index) * step)),\(round(Self.top + Self.height * (1 - scale.share($0))))" }
        }
        return "<polyline fill=\"none\" stroke=\"\(colour)\" stroke-width=\"1.5\" points=\"\(points.joined(separator: " "))\"/>\n"
    }

    private func round(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}

/// Powers of ten between the lowest and the highest value.
private struct Scale {
    let decades: [Int]

    init(lowest: Int, highest: Int) {
        var decade = 1
        while decade * 10 <= lowest { decade *= 10 }
        var decades = [decade]
        while decade < highest {
            decade *= 10
            decades.append(decade)
        }
        self.decades = decades.count > 1 ? decades : [decade, decade * 10]
    }

    /// Where a value lies: 0 the lowest decade, 1 the highest.
    func share(_ value: Int) -> Double {
        log10(Double(max(value, decades[0])) / Double(decades[0])) / Double(decades.count - 1)
    }
}
