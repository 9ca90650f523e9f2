import Middle from './middle';
import { Component } from 'react';
class Leaf extends Middle {
  constructor() {
    super();
    this.shared();
    this.overridden();
    const later = () => super.shared();
  }
  static build(): void {
    super.create();
    Leaf.create();
  }
}
class View extends Component {
  render(): void {
    this.setState();
    this.render();
  }
}
class Mixed extends mixin(Middle) {
  go(): void {
    this.shared();
  }
}
function mixin<T>(base: T): T {
  return base;
}
class Store extends Map<string, string> {
  put(): void {
    this.set('a', 'b');
    super.clear();
    this.nothing();
  }
}
class Loop1 extends Loop2 {
  go(): void {
    this.missing();
  }
}
class Loop2 extends Loop1 {}
new Leaf().shared();
new Leaf().toString();
