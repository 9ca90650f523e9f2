package shapes;

import java.util.Objects;

interface Shape {
  double area();
  String describe(String unit);
}

class Square implements Shape {
  private final double side;
  Square(double side) { this.side = side; }
  @Override public double area() { return side * side; }
  @Override public String describe(String unit) {
    String text = String.format("square of %.1f%s", side, unit);
    if (side <= 0) {
      return text + " (empty)";
    }
    return text + ", area " + area();
  }
  @Override public int hashCode() { return Objects.hash(side); }
}

class Circle implements Shape {
  private final double radius;
  Circle(double radius) { this.radius = radius; }
  @Override public double area() { return radius * radius * Math.PI; }
  @Override public String describe(String unit) {
    String text = String.format("circle of %.1f%s", radius, unit);
    if (radius <= 0) {
      return text + " (empty)";
    }
    return text + ", area " + area();
  }
  @Override public int hashCode() { return Objects.hash(radius); }
}
