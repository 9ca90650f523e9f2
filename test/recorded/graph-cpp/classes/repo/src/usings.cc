#include "shape.hpp"
using namespace geo;

int total(Shape *shape) { return count(*shape) + detail::half(1) + strlen("x"); }
