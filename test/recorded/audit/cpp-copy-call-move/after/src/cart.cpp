#include "cart.hpp"

namespace shop {
int Cart::total(int rate) const {
  int sum = 0;
  for (const auto &price : prices_) {
    if (price > 0) {
      sum += price * rate;
    }
  }
  return sum / 100;
}
}
