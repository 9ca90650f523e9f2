const { a, b: { c = d() }, [key]: e, ...f } = object;
const [g, , [h], ...i] = array;
const { j } = this.state;
let { k = l } = {};
function m([n], { o, p: q = r }, ...[s]) {
  return { a, c, e, f, g, h, i, j, k, n, o, q, s };
}
const t = ({ u }) => u;
