pub fn tidy(text: &str) -> String {
    let parts: Vec<&str> = text.split(',').map(|part| part.trim()).collect();
    let joined = parts.join(";");
    joined.to_uppercase()
}
