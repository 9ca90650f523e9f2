export class Person {
  id = 0;
  name = "";
  email = "";
  active = true;
  constructor(id: number, name: string, email: string) {
    this.id = id;
    this.name = name;
    this.email = email;
  }
}

export class Product {
  id = 0;
  name = "";
  email = "";
  active = true;
  constructor(id: number, name: string, email: string) {
    this.id = id;
    this.name = name;
    this.email = email;
  }
}

export interface Row {
  id: number;
  name: string;
  email: string;
}
