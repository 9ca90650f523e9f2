pub fn summarise(rows: &[i64]) -> String {
    let total: i64 = rows.iter().sum();
    if rows.is_empty() {
        return "empty".to_string();
    }
    format!("{} rows, {}", rows.len(), total)
}
