#pragma once
#include <string>
#include <vector>
namespace shop {
class Cart {
 public:
  int total(int rate) const;
  void add(int price) { prices_.push_back(price); }

 private:
  std::vector<int> prices_;
};
std::string tidy(const std::string &text);
}
