#include "shape.hpp"

namespace geo {
namespace {
int own(int x) { return x; }
}
namespace detail {
int half(int x) { return own(x) / 2; }
}
int Shape::scale(int by) { return sides() * by + detail::half(by); }
int Shape::many(int a) { return a; }
int Shape::many(int a, int b) { return a + b; }
int Square::twice() { return this->scale(2) + scale(1) + Shape::scale(3); }
int count(const Shape &shape) { return shape.sides(); }
}  // namespace geo

geo::Shape *geo::Shape::make(int kind) { return new geo::Square(kind); }
