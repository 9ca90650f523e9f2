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

std::string tidy(const std::string &text) {
  std::string made;
  for (char c : text) {
    if (c != ' ' && c != '\t') made.push_back(c);
  }
  return made.empty() ? "-" : made;
}
}
