module Shop
  # Adds up what is in a cart.
  def self.total(prices, rate)
    sum = 0
    prices.each do |price|
      sum += price * rate if price > 0
    end
    sum / 100
  end

  def self.size(prices) = prices.size
end
