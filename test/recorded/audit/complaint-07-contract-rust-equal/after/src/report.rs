pub fn limit(numbers: &mut Vec<f64>, least: f64, most: f64) -> usize {
    let mut count = 0;
    for number in numbers.iter_mut() {
        if *number < least {
            *number = least;
            count += 1;
        } else if *number > most {
            *number = most;
            count += 1;
        }
    }
    count
}
