/** A base. */
export abstract class Base<T> {
  abstract area(): number;
  abstract get label(): string;
}

export class Shape<T> extends Base<T> implements Drawable {
  static count = 0;
  #secret = () => 1;
  handler = (event: Event): void => {
    this.handle(event);
  };
  protected readonly store = new Store();
  field: Other;
  declare ambientField: string;
  static {
    Shape.count = start();
  }
  constructor(
    private readonly name: string,
    public other: Other,
    size = 1,
  ) {
    super();
    this.size = size;
  }
  area() {
    return this.#secret();
  }
  get label() {
    return this.name;
  }
  set label(value) {
    this.name = value;
  }
  static async *all(): AsyncGenerator<Shape<any>> {
    yield make();
  }
  private overloaded(a: string): void;
  private overloaded(a: number): void;
  private overloaded(a: any) {
    return super.overloaded(a);
  }
  'quoted name'() {}
  [Symbol.iterator]() {
    return iterate(this);
  }
  42() {}
  optional?(): void;
}

class StoresOnly {
  constructor(a, b) {
    this.a = a;
    this.b = b;
  }
}

const Expression = class Own extends Shape<string> {
  make() {
    return new Own();
  }
};

function mixin(Parent) {
  return class extends Parent {
    added() {
      return super.added();
    }
  };
}

declare class Ambient {
  method(a: string): void;
}
