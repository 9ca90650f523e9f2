/// Adds up what is in a cart.
pub fn total(prices: &[i64], rate: i64) -> i64 {
    let mut sum = 0;
    for price in prices {
        if *price > 0 {
            sum += price * rate;
        }
    }
    sum / 100
}
