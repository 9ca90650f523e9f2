/** Waits for a promise, for at most so many milliseconds; rejects where it does in that time. */
export async function within(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
