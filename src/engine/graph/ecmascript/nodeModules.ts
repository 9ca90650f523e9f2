/**
 * Node's own modules that may be imported without `node:` (later ones need it). A list and not a question to the
 * Node that runs: the same input gives the same report on every machine.
 */
const NAMES = new Set(
  `
  assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram
  diagnostics_channel dns dns/promises domain events fs fs/promises http http2 https inspector
  inspector/promises module net os path path/posix path/win32 perf_hooks process punycode querystring readline
  readline/promises repl stream stream/consumers stream/promises stream/web string_decoder sys timers
  timers/promises tls trace_events tty url util util/types v8 vm wasi worker_threads zlib
`.split(/\s+/),
);

/** Whether a specifier names a module of Node. */
export function isNodeModule(specifier: string): boolean {
  return specifier.startsWith('node:') || (specifier !== '' && NAMES.has(specifier));
}
