package models;

class Person {
  private final int id;
  private final String name;

  Person(int id, String name) {
    this.id = id;
    this.name = name;
  }

  int getId() { return id; }
  String getName() { return name; }
  void setNothing(String name) { }
}

class Product {
  private final int id;
  private final String name;

  Product(int id, String name) {
    this.id = id;
    this.name = name;
  }

  int getId() { return id; }
  String getName() { return name; }
}

record Point(int x, int y) {}
record Size(int x, int y) {}
