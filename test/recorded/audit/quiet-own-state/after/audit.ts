export function audit(source: Source, sink: Sink): void {
  let pending: Handle | null = null;
  let last: number | null = null;
  let has = false;
  const flush = (): void => {
    pending?.cancel();
    pending = null;
    if (has) {
      has = false;
      const value = last;
      last = null;
      sink.next(value);
    }
  };
  const describe = (value: number): string => {
    const label = source.name.trim();
    return label === '' ? `#${value}` : `${label}: ${value}`;
  };
  source.each({ onValue: (value: number) => sink.log(describe(value), source), onEnd: flush });
}
