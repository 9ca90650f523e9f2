#[cfg(test)]
mod tests {
    fn lines(most: usize) -> Vec<String> {
        let mut found = Vec::new();
        for at in 0..most {
            found.push(format!("row {}", at));
        }
        found
    }

    #[test]
    fn counts() {
        assert_eq!(lines(2).len(), 2);
    }
}
