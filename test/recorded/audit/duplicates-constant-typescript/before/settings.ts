export const DATE_PATTERN = /(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/u;
export const API_ROOT = 'https://api.gauges.example/v2/stations';
export const UNITS = ['metre', 'kilogram', 'second', 'ampere', 'kelvin'] as const;
export const COLOURS = new Set(['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728']);
export const EARTH_RADIUS = 6_371_008.8;
export const LIMITS = Object.freeze({ mm: 0.001, cm: 0.01, inch: 0.0254, foot: 0.3048 });
export const FLAG = 65535;
