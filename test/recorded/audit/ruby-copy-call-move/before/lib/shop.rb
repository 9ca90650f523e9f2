module Shop
  # Adds up what is in a cart.
  def self.total(prices, rate)
    sum = 0
    prices.each do |price|
      sum += price * rate if price > 0
    end
    sum / 100
  end

  def self.tidy(text)
    parts = text.split(",")
    parts.each_with_index do |part, at|
      parts[at] = part.strip
    end
    parts.join(";")
  end

  def self.size(prices) = prices.size
end
