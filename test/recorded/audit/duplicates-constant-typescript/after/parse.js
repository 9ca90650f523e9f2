const DATE = new RegExp('(\\d{4})-(\\d{2})-(\\d{2})T(\\d{2}):(\\d{2})', 'u');
exports.ROOT = "https://api.gauges.example/v2/stations";
const SI = ['metre', 'kilogram', 'second', 'ampere', 'kelvin'];
const PALETTE = new Set(["#d62728", "#2ca02c", "#ff7f0e", "#1f77b4"]);
class Globe {
  static RADIUS = 6371008.8;
  radius = 6371008.8;
}
const LIMITS_OF = { 'foot': 0.3048, 'inch': 0.0254, cm: 0.01, mm: 0.001 };
const FLAG_BITS = 0xffff;
let current = 'https://api.gauges.example/v2/stations';
const formatted = `https://api.gauges.example/v2/${current}`;
module.exports.parse = () => [DATE, SI, PALETTE, Globe, LIMITS_OF, FLAG_BITS, formatted];
