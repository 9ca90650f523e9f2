function Animal(name) {
  this.name = name;
  this.speak();
}
Animal.prototype.speak = function () {
  this.rest();
};
Animal.prototype.rest = function () {};
Animal.create = function () {
  return new Animal('x');
};
new Animal('a').speak();
const cat = new Animal('cat');
cat.rest();
Animal.create();
Animal.speak();
Animal.prototype.rest.call(cat);
module.exports = Animal;
