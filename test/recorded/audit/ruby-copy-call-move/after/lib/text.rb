module Shop
  def self.tidy(text)
    parts = text.split(",")
    parts.each_with_index do |part, at|
      parts[at] = part.strip
    end
    parts.join(";")
  end
end
