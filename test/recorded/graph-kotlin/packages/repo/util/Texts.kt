package shop.util

fun trimAll(text: String): String = text.trim()

fun String.shorten(length: Int): String = this.take(length)

fun Store.log() {}

object Clock {
    fun now(): Int = 1
}

class Store
