pub fn double_all(values: &[i32]) -> Vec<i32> {
    values.iter().map(|value| value * 2).collect()
}

#[cfg(test)]
mod tests {
    fn rows(count: usize) -> Vec<String> {
        let mut out = Vec::new();
        for at in 0..count {
            out.push(format!("row {}", at));
        }
        out
    }

    #[test]
    fn counts() {
        assert_eq!(rows(2).len(), 2);
    }
}
