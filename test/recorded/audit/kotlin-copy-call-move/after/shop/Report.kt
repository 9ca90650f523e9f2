package shop.report

import shop.total

interface Section {
    fun lines(prices: List<Int>): List<Int>
}

class Report(private val title: String) : Section {
    override fun lines(prices: List<Int>): List<Int> {
        val all = mutableListOf<Int>()
        all.add(total(prices, 90))
        return all
    }

    fun name(): String = title

    private fun sumOf(values: List<Int>, share: Int): Int {
        var all = 0
        for (value in values) {
            if (value > 0) {
                all += value * share
            }
        }
        return all / 100
    }
}

class Totals : Section {
    override fun lines(prices: List<Int>): List<Int> {
        val all = mutableListOf<Int>()
        for (price in prices) {
            all.add(price / 100)
        }
        return all
    }
}
