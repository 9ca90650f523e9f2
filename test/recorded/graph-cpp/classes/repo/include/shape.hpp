#pragma once
namespace geo {
class Shape {
 public:
  virtual ~Shape();
  virtual double area() const = 0;
  int sides() const { return sides_; }
  int scale(int by);
  static Shape *make(int kind);
  int many(int a);
  int many(int a, int b);

 protected:
  int sides_ = 0;
};

class Square : public Shape {
 public:
  explicit Square(int side) : side_(side) {}
  double area() const override { return side_ * sides(); }
  int twice();

 private:
  int side_;
};

int count(const Shape &shape);
namespace detail {
int half(int x);
}
}  // namespace geo
