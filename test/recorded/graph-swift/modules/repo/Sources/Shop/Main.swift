import Foundation
import Util

class Other {
    func go() {}
    func both(_ a: Int) {}
    func both(_ a: String) {}
}

class Main: Base {
    private let other: Other
    private let second = Other()
    var all: [Other] = []

    init(other: Other) {
        self.other = other
        trimAll("x")
    }

    func use(given: Other, maybe: Other?, text: String) {
        helper()
        _ = trimAll(text)
        text.shorten(3)
        text.missing()
        given.go()
        given.extra()
        given.both(1)
        maybe?.go()
        other.go()
        self.other.go()
        second.go()
        all.go()
        inherited()
        super.inherited()
        Base.make()
        Self.make()
        let made = Other()
        made.go()
        Other().go()
        let got = find()
        got.go()
        missing()
        func local() {}
        local()
        use(given: given, maybe: nil, text: text)
        let run = helper
        if let found = maybe { found.use() }
        guard let kept = maybe else { return }
        kept.go()
        let f = { (one: Other) in one.go() }
        f(given)
        list.map { $0.go() }
        pick(.go)
    }
}

extension Main {
    func deeper() {
        inherited()
        use(given: second, maybe: nil, text: "")
        self.use(given: second, maybe: nil, text: "")
    }
}
