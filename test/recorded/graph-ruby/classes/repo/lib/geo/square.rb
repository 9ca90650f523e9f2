require_relative 'shape'
require_relative 'helpers'

module Geo
  class Square < Shape
    def initialize(side)
      super
      @side = side
    end

    def area
      side = half(3)
      title + scale(side) + hidden + super + unknown
    end

    class << self
      def unit; new(1).area; end
    end

    def copy; self.class.unit; end
  end

  # Opened again.
  class Shape
    def twice; 2; end
  end
end
