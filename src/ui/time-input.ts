const OFFSET_S = 8 * 3_600;

/** A time as an input of type datetime-local shows it, Shanghai time; empty for none. */
export function inputTime(at_s: number | null): string {
  return at_s === null || at_s === 0 ? '' : new Date((at_s + OFFSET_S) * 1000).toISOString().slice(0, 16);
}

/** Unix seconds of what such an input holds, read as Shanghai time; null when it holds none. */
export function timeOfInput(text: string): number | null {
  const at = new Date(`${text}:00+08:00`).getTime();
  return text === '' || Number.isNaN(at) ? null : at / 1000;
}
