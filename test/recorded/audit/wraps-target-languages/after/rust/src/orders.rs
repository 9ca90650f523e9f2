use crate::charges::charges_of;

pub fn trade_charges(quantity: f64, price: f64) -> f64 {
    charges_of(quantity, price)
}

pub fn single_charges(price: f64) -> f64 {
    charges_of(1.0, price)
}

pub struct Shop;

pub trait Priced {
    fn charges(quantity: f64, price: f64) -> f64;
}

impl Priced for Shop {
    fn charges(quantity: f64, price: f64) -> f64 {
        charges_of(quantity, price)
    }
}
