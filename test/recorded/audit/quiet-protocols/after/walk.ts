export class Filtered {
  [Symbol.iterator]() {
    const iterator = this.items[Symbol.iterator]();
    let index = 0;
    return {
      next() {
        let result = iterator.next();
        while (!result.done) {
          const found = this.test(result.value, index++);
          if (found.some) return { done: false, value: found.value };
          result = iterator.next();
        }
        return { done: true, value: undefined };
      },
    };
  }
}

export class Cut {
  [Symbol.iterator]() {
    const iterator = this.items[Symbol.iterator]();
    let index = 0;
    return {
      next() {
        const result = iterator.next();
        if (result.done) return { done: true, value: undefined };
        const found = this.test(result.value, index++);
        if (found.some) return { done: false, value: found.value };
        return { done: true, value: undefined };
      },
    };
  }
}
