#include "cart.hpp"

namespace report {
class Report {
 public:
  virtual int lines(const shop::Cart &cart) = 0;
  int rate() const { return rate_; }
  int sum(const shop::Cart &cart) { return cart.total(rate_) + rate_ * 2; }

 private:
  int sum_of(int share) {
    int all = 0;
    for (const auto &value : prices_) {
      if (value > 0) {
        all += value * share;
      }
    }
    return all / 100;
  }
  std::vector<int> prices_;
  int rate_ = 0;
};
}
