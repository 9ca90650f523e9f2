pub fn accept(title: &str, most: usize) -> Result<String, String> {
    let text = title.trim();
    if text.len() > most {
        return Err(format!("{} is too long", text));
    }
    Ok(text.to_lowercase())
}
