func tidy(_ text: String) -> String {
    var parts = text.components(separatedBy: ",")
    for i in 0..<parts.count {
        parts[i] = parts[i].trimmingCharacters(in: .whitespaces)
    }
    return parts.joined(separator: ";")
}
