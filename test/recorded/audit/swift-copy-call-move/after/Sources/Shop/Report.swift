protocol Section {
    func lines(_ prices: [Int]) -> [Int]
}

struct Report: Section {
    let title: String

    func lines(_ prices: [Int]) -> [Int] {
        var all: [Int] = []
        all.append(total(prices, rate: 90))
        return all
    }

    func name() -> String { title }

    private func sumOf(_ values: [Int], share: Int) -> Int {
        var all = 0
        for value in values {
            if value > 0 {
                all += value * share
            }
        }
        return all / 100
    }
}

struct Totals: Section {
    func lines(_ prices: [Int]) -> [Int] {
        var all: [Int] = []
        for price in prices {
            all.append(price / 100)
        }
        return all
    }
}
