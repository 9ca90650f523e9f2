import Foundation
import class UIKit.UIView
@testable import MyLib

/// Doc.
@available(iOS 13, *)
public class A<T: B>: P, I where T: Eq {
    private let x: Int = 1, z = 2
    var q: String { return "x" }
    var p: Int { get { x } set { y = newValue } }
    lazy var l = Foo()
    static let shared = A()
    var obs: Int = 0 { didSet { foo() } willSet(n) { } }
    init(x: Int) { super.init(x: x); self.x = x }
    deinit { }
    convenience init?() { self.init(x: 1) }
    override func run<K>(_ a: Int, with b: String = "c", rest: Int..., f: @escaping (Int) -> Void) async throws -> Int {
        var i = 0
        let (m, n) = pair
        for k in 0..<10 where k > 1 { i += k }
        while a > 1 { break }
        repeat { i -= 1 } while i > 0
        outer: for s in rest { continue outer }
        if a == 1 { return 2 } else if let b = b, b > 1 { } else { foo() }
        guard let c = d else { return }
        switch a { case 1, 2: foo(); case .some(let x) where x > 1: bar(); case let y as String: break; default: fallthrough }
        do { try open() } catch let e as X { throw Z.a("b") } catch { }
        let g = { (p: Int) -> Int in return p + 1 }
        rest.map { $0.count }.filter({ x in x > 1 }).forEach(run)
        let t = a > 1 ? "x \(a + 1)" : "y"
        let w = o as? String ?? "z"
        let u = a!.b?.c(1)
        let arr = [1, 2]; let dict = ["a": 1]; let empty: [Int] = []
        arr[0] = 1
        self.x = 3; super.run(a, with: b); Self.foo()
        foo(name: 1) { x in x } 
        func local(n: Int) -> Int { n * 2 }
        let o = o is String && !(a == b) || c
        defer { close() }
        try? foo(); try! bar(); await baz()
        -a; nil; true; 0xff; 1.5; .enumCase; \A.x; #selector(foo)
        let v = if a > 1 { 1 } else { 2 }
        let tup = (1, b: 2)
        i += 1
        x = a === b
        Foo<Int>(1)
        a...b
        return nil
    }
    class func cf() {}
    static func sf() -> Self { A() }
    subscript(i: Int) -> Int { get { i } }
    func expr() -> Int { x + 1 }
}
struct S { let a: Int; mutating func m() { } }
enum E: String { case a = "x", b; case c(Int); indirect case d; func f() {} }
protocol II: JJ {
    func m()
    var v: Int { get }
    associatedtype X
    init()
}
extension String: Q where X: Y {
    func ext(n: Int) -> String { self.trim() }
    var pr: Int { count }
}
extension A.Inner { func deep() {} }
actor Act { func go() {} }
func top(a: Int) -> Int { a }
let topf = { (a: Int) in a }
typealias F = (Int) -> Int
@main struct M { static func main() {} }
func + (l: A, r: A) -> A { l }
#if DEBUG
func dbg() {}
#endif
