require 'geo/square'

square = Geo::Square.new(3)
square.scale(2)
square.twice
square.label
shape = Geo::Shape.make(1)
shape.area
shape = Geo::Square.new(1)
shape.area
Geo::Square.unit
half(2)
free(3)
puts [1].map { |x| half(x) }.join
run = ->(x) { half(x) }
run.call(1)
JSON.parse("{}")
Geo::Shape::UNIT
