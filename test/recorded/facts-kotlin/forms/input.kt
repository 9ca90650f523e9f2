@file:JvmName("Foo")
package a.b

import x.Y
import x.z.*
import x.foo as bar

/** Doc. */
@Ann(x = 1)
abstract class A<T : B>(private val x: Int, y: String = "a") : P(x), I, J<T> {
    val q: Int = 1
    var p: String
        get() = "x"
        set(value) { field = value }
    val lz by lazy { 3 }
    init { foo() }
    constructor(a: Int) : this(a, "b") { z() }
    override suspend fun <K> run(a: Int = 2, vararg rest: String, f: (Int) -> Unit): Int {
        var i = 0
        val (m, n) = pair
        for (k in 0 until 10) { i += k }
        for ((u, v) in map) println(u)
        while (a > 1) break
        do { i-- } while (i > 0)
        lab@ for (s in rest) { continue@lab }
        if (a == 1) return 2 else if (b) { } else c()
        val r = when (a) { 1, 2 -> 3; in 1..4 -> 5; is String -> 6; else -> { 4 } }
        when { a > 1 -> foo(); else -> bar() }
        try { load() } catch (e: X) { throw Z("a", e) } finally { }
        val g = { p: Int, o -> p + 1 }
        rest.map { it.length }.filter(::isOk).forEach(this::run)
        val h = fun(a: Int): Int { return a }
        val t = if (a > 1) "x" else 'c'
        val w = o as? String ?: "z"
        val l = a!!.b?.c(1)
        val s = "a $x ${y + 1} \n"
        val raw = """raw $x"""
        arr[0] = 1
        this.x = 3; super.run(a); this@A.y()
        foo(name = 1, *rest)
        fun local(n: Int) = n * 2
        val o = object : Foo(1), Bar { override fun q() {} }
        if (o is String && !(o in list) || o !is Int) {}
        return@run 1
        x += 1; i++
        a.b { it }
        Foo<Int>(1)
        A.B.c()
        -a; null; true; 1L; 0xff; 1.5f
        a?.let { x -> x }
        return null
    }
    abstract fun abs()
    private fun expr(a: Int) = a + 1
    companion object { const val C = 1; fun make() = A(1) }
    enum class En(val v: Int) { A1(1) { override fun z() {} }, B1(2); fun t() {} }
    inner class In
}
interface II { fun m(); fun d() { m() } }
object Single : Base() { fun s() {} }
data class D(val a: Int)
sealed class S
fun String.ext(n: Int): String = this.trim() + n
fun <T> List<T>.ext2() {}
val top = 1
val topf = { a: Int -> a }
typealias F = (Int) -> Int
val String.prop: Int get() = length
operator fun A.plus(o: A) = o
