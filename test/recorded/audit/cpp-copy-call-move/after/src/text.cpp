#include "cart.hpp"

namespace shop {
std::string tidy(const std::string &text) {
  std::string made;
  for (char c : text) {
    if (c != ' ' && c != '\t') made.push_back(c);
  }
  return made.empty() ? "-" : made;
}
}
