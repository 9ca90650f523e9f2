package a

import b.c

// rewheel-ignore[reimplements-logic]: kept apart on purpose
/** Doc of the first. */
fun whole(a: Int) = a + 1
class Broken {
    fun first( { return 1 }
    fun second(x: List<Int>): Int { var sum = 0; for (y in x) { sum += y }; return sum }
}
fun after(s: String): String { return s.trim() + "!" }
val x = (1 +
<<<<<<< HEAD
