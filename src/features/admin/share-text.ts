/** A part of a whole in percent. What is more than the whole is no part of it, and has no share. */
export function shareText(part: number, whole: number): string {
  return whole === 0 || part > whole ? '—' : `${Math.round((part / whole) * 1000) / 10}%`;
}
