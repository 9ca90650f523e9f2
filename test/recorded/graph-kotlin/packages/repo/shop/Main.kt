package shop

import shop.util.Clock
import shop.util.shorten
import shop.util.trimAll
import shop.util.trimAll as cut
import java.util.UUID

class Other {
    fun go() {}
    fun both(a: Int) {}
    fun both(a: String) {}
}

class Main(private val other: Other, text: String) : Base() {
    private val second = Other()

    init {
        trimAll(text)
    }

    fun use(given: Other, text: String) {
        helper()
        trimAll(text)
        cut(text)
        text.shorten(3)
        text.missing()
        given.go()
        given.extra()
        given.both(1)
        given?.go()
        other.go()
        this.other.go()
        second.go()
        inherited()
        super.inherited()
        Base.make()
        make()
        Clock.now()
        UUID.randomUUID()
        val made = Other()
        made.go()
        Other().go()
        val got = find()
        got.go()
        missing()
        fun local() {}
        local()
        use(given, text)
        val run = ::helper
        given.let { it.go() }
        listOf(1).map { one: Int -> one }
        val f = { one: Other -> one.go() }
        f(given)
        for (one: Other in find()) one.go()
        when (val found = Other()) {
            is Other -> found.go()
        }
    }
}
