// rewheel-ignore[reimplements-logic]: kept apart on purpose
func whole(a: Int) -> Int { a + 1 }
class Broken {
    func first( { return 1 }
    func second(x: [Int]) -> Int { var sum = 0; for y in x { sum += y }; return sum }
}
func after(s: String) -> String { return s.uppercased() + "!" }
let x = (1 +
<<<<<<< HEAD
