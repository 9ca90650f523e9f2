/// Adds up what is in a cart.
public func total(_ prices: [Int], rate: Int) -> Int {
    var sum = 0
    for price in prices {
        if price > 0 {
            sum += price * rate
        }
    }
    return sum / 100
}

public struct Cart {
    let title: String
    public func name() -> String { title }
}
