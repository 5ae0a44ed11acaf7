const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The instant at which a Shanghai day begins, or null for what is no day. */
export function dayStart(value: string): Date | null {
  if (!DAY.test(value)) return null;
  const at = new Date(`${value}T00:00:00+08:00`);
  // 2026-02-30 would become another day
  return Number.isNaN(at.getTime()) || new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10) !== value ? null : at;
}
