class Base {
    func inherited() {}
    static func make() -> Base { Base() }
}

func helper() -> Int { 1 }

extension Other {
    func extra() { go() }
}
