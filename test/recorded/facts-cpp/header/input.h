// A header whose name does not say that it is C++.
#pragma once
#include <string>

class Reader {
 public:
  std::string next() { return text_.substr(at_++, 1); }

 private:
  std::string text_;
  int at_ = 0;
};
