export function theme(): Record<string, string> {
  return { background: "#101418", text: "#e8ecf0", accent: "#3fa7d6", warning: "#f2b134", error: "#ed553b", muted: "#8895a7" };
}

export function light(): Record<string, string> {
  return { background: "#ffffff", text: "#111111", accent: "#0055aa", warning: "#aa6600", error: "#aa1100", muted: "#777777" };
}
