require 'json'
require_relative 'shop'

# What is sold.
module Shop
  RATE = 3

  # A cart.
  #
  # More of it.
  class Cart < Base::List
    include Comparable
    extend Forwardable
    attr_accessor :prices, :rate

    def initialize(prices, rate = 1, *rest, key:, opt: 2, **more, &block)
      @prices = prices
      @rate = rate
    end

    # Makes one.
    def self.build(prices) = new(prices, 2)

    class << self
      def empty; new []; end
    end

    def total(first)
      return 0 if first.nil?
      sum = first.size - size
      helper sum, unknown do |a, (b, c)|
        puts "#{a} is #{b}"
        next if a
      end
      prices.each { |price| next unless price; sum += price }
      [1, 2].map { |v| v * 2 }.select(&:even?)
      @cache ||= {a: 1, "b" => rate}
      sum, @other = parts
      self.class.build(sum)
    end

    def tidy!
      work
    rescue IOError, Shop::Error => e
      retry
    else
      1
    ensure
      close
    end

    private

    def secret?; true; end

    public def shown(x) x end

    def later; raise NotImplementedError; end
    private :shown
    alias shown_too shown
    define_method(:dynamic) { |q| q + 1 }
  end
end

class Shop::Cart
  def again(x)
    super
    x&.go
  end
end

ADD = ->(a, b = 2) { a + b }
square = lambda { |n| n * n }
Point = Struct.new(:x, :y) do
  def length; Math.sqrt(x ** 2); end
end

def forms(a, b)
  if a && !b then 1 elsif b
    2
  else 3 end
  unless a; b; end
  a -= 1 while a > 1
  for i in 0..3 do p i end
  case a
  when 1, 2 then :one
  when String; 's'
  else nil
  end
  case a
  in {x: Integer => q} if q > 1 then q
  in [1, *rest] then rest
  end
  yield a
  a.b&.c(1)[2] = %w[x y]
  text = <<~TEXT
    hello #{a}
  TEXT
  begin; b; end until a
  a.each_with_index { _1 + 1 }
  f(*a, **b)
  raise ArgumentError, "bad" if text =~ /x#{a}/i
  square.call(a) ? {a:, b:} : a.name = 3
end

class TestCart < Minitest::Test
  def test_total; assert_equal 1, 2; end
end
describe "a cart" do
  def help; 1; end
end
