#include <algorithm>
#include "shape.hpp"
using geo::Square;
namespace d = geo::detail;

template <typename T> T first(T a) { return a.sides(); }

int main() {
  Square square(3);
  auto made = new Square(4);
  geo::Shape *any = geo::Shape::make(1);
  square.twice();
  made->sides();
  any->area();
  any->many(1);
  geo::count(square);
  d::half(2);
  own(3);
  auto add = [&](int x) { return x + square.scale(x); };
  std::sort(a, b);
  return add(first(square)) + geo::detail::half(2);
}
