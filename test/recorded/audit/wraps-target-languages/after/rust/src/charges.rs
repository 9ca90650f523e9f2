pub fn charges_of(quantity: f64, price: f64) -> f64 {
    let value = quantity * price;
    if value < 10.0 {
        return 1.0;
    }
    value * 0.005
}
