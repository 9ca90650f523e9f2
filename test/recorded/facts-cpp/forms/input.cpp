#include "shop.hpp"
namespace shop::core {
int declared(int x);
namespace {
int hidden() { return 1; }
}
}  // namespace shop::core
using std::vector;
using namespace shop;
namespace fs = std::filesystem;

/// A shelf.
template <typename T, int N = 3>
class Shelf : public Root<T>, private Other {
 public:
  explicit Shelf(int x) : x_(x), y_{2} { init(); }
  virtual ~Shelf() = default;
  virtual int area() const = 0;
  int get() const override { return x_; }
  static Shelf make();
  bool operator==(const Shelf &o) const { return x_ == o.x_; }
  operator bool() const { return true; }
  void later(int a, const std::string &s = "d");

 private:
  int secret() { return this->x_ + get(); }
  int x_{1}, *y_ = nullptr;
};

/** Told of templates too. */
template <typename T>
T larger(const T &a, const T &b = T()) { return a > b ? a : b; }

template <typename T> void Shelf<T>::later(int a, const std::string &s) { x_ = a; }
Shelf::Shelf(int z, int q) : x_(z) {}
int shop::core::declared(int x) { return x; }

int forms(int argc, char **argv) {
  auto add = [&, n = 3](int x) -> int { return x + n; };
  for (auto &v : list) std::cout << v << std::endl;
  for (const auto &[k, w] : pairs) use(k, w);
  try {
    throw Error("x");
  } catch (const std::exception &e) {
    log(e.what());
  } catch (...) {
  }
  Shelf<int> *p = new Shelf<int>(3);
  Shelf<int> q(4), r{5};
  p->get();
  Shelf<int>::make();
  if (auto it = m.find(1); it != m.end()) add(1);
  if (auto *one = next()) one->run();
  std::sort(v.begin(), v.end(), [](int a, int b) { return a < b; });
  delete p;
  auto text = static_cast<int>(3.5);
  const std::string raw = R"(a "b")";
  return argc;
}

std::ostream &operator<<(std::ostream &os, const Shelf &s) { return os << s.x; }
TEST(Suite, Name) { EXPECT_EQ(1, 1); }
void undone() { throw std::logic_error("not implemented"); }
void gone() = delete;
