/**
 * Rails of one page, each cut to `size`: what stands on an earlier one is left out of the later ones, unless too little would be left,
 * as in a shop of few things. A rail that would be less than half full keeps what it had.
 */
export function distinctRails<K extends string, C extends { id: number }>(
  rails: Readonly<Record<K, readonly C[]>>,
  size: number,
): Record<K, C[]> {
  const shown = new Set<number>();
  const chosen = {} as Record<K, C[]>;
  for (const [name, cards] of Object.entries(rails) as Array<[K, readonly C[]]>) {
    const fresh = cards.filter(({ id }) => !shown.has(id));
    const rail = (fresh.length * 2 >= size ? fresh : cards).slice(0, size);
    chosen[name] = rail;
    for (const { id } of rail) shown.add(id);
  }
  return chosen;
}
