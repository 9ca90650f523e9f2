package shop

open class Base {
    protected fun inherited() {}

    companion object {
        fun make(): Base = Base()
    }
}

fun helper(): Int = 1

fun Other.extra() {}
