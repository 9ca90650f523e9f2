module Geo
  module Named
    def title; label.upcase; end
    def label; "none"; end
  end

  class Shape
    include Named
    UNIT = 1
    attr_reader :sides

    def self.make(kind) = new(kind)

    def initialize(sides)
      @sides = sides
    end

    def area; scale(UNIT) + sides; end

    def scale(by); by * 2; end

    def twice; 1; end

    private

    def hidden; self.scale(3); end
  end
end
