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

pub fn tidy(text: &str) -> String {
    let parts: Vec<&str> = text.split(',').map(|part| part.trim()).collect();
    let joined = parts.join(";");
    joined.to_uppercase()
}
