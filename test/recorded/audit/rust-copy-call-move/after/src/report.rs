use crate::cart::total;

pub fn lines(prices: &[i64]) -> Vec<i64> {
    let mut all = prices.to_vec();
    all.push(total(prices, 90));
    all
}

fn sum_of(values: &[i64], share: i64) -> i64 {
    let mut all = 0;
    for value in values {
        if *value > 0 {
            all += value * share;
        }
    }
    all / 100
}
