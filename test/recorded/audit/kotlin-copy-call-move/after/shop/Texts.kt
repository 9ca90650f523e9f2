package shop

internal fun tidy(text: String): String {
    val parts = text.split(",").toMutableList()
    for (i in 0 until parts.size) {
        parts[i] = parts[i].trim()
    }
    return parts.joinToString(";")
}
