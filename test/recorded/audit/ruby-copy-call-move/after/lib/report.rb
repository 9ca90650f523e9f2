require_relative "shop"

class Report
  attr_reader :rate

  def initialize(rate)
    @rate = rate
  end

  def lines(prices)
    all = Shop.total(prices, 90)
    [all, prices.size]
  end

  def size(items) = items.size

  private

  def sum_of(values, share)
    all = 0
    values.each do |value|
      all += value * share if value > 0
    end
    all / 100
  end
end
