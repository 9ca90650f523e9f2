export const api = {
  run() {
    return this.stop();
  },
  stop: async () => {},
  get state() {
    return 1;
  },
  set state(value) {},
  nested: { deep() {}, 'quoted-key': function () {} },
  [computed]() {},
  [`t${x}`]: () => {},
  short,
  ...rest,
  wrapped: wrap(() => {
    function inside() {}
  }),
};

register({ setup() {}, options: { onClick: () => {} } });

export function create() {
  return {
    Program(node) {
      check(node);
    },
    'a:exit'() {},
  };
}

export default {
  name: 'x',
  data() {
    return {};
  },
};

const list = [{ item() {} }];
