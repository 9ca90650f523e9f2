public func trimAll(_ text: String) -> String { text.uppercased() }

extension String {
    public func shorten(_ length: Int) -> String { String(prefix(length)) }
}
