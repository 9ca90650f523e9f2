package shop

/** Adds up what is in a cart. */
fun total(prices: List<Int>, rate: Int): Int {
    var sum = 0
    for (price in prices) {
        if (price > 0) {
            sum += price * rate
        }
    }
    return sum / 100
}

class Cart(private val title: String) {
    fun name(): String = title
}

internal fun tidy(text: String): String {
    val parts = text.split(",").toMutableList()
    for (i in 0 until parts.size) {
        parts[i] = parts[i].trim()
    }
    return parts.joinToString(";")
}
