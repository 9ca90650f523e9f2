pub fn check(name: &str, limit: usize) -> Result<String, String> {
    let trimmed = name.trim();
    if trimmed.len() > limit {
        return Err(format!("{} is too long", trimmed));
    }
    Ok(trimmed.to_lowercase())
}
