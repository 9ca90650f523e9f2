package shapes;

abstract class Shape {
  abstract double area(double scale, double offset);

  double perimeter(double scale) {
    throw new UnsupportedOperationException("perimeter");
  }
}

abstract class Solid {
  abstract double area(double scale, double offset);

  double perimeter(double scale) {
    throw new UnsupportedOperationException("perimeter");
  }
}
