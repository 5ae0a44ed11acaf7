/** Runs `work` when it is the turn of `owner`. */
export type FairGate<Owner> = <T>(owner: Owner, work: () => Promise<T>) => Promise<T>;

interface Waiting<Owner> {
  owner: Owner;
  start(): void;
}

/**
 * At most `seats` pieces of work at a time. A free seat goes to the owner who has the fewest and was served longest ago, so that many
 * files of one never hold up the first of another; while one owner has all seats, a newcomer gets one more. With
 * `each`, the most seats of one owner, there is no such seat.
 */
export function createFairGate<Owner extends number | string = number>(seats: number, each?: number): FairGate<Owner> {
  let total = 0;
  let turn = 0;
  const running = new Map<Owner, number>();
  const served = new Map<Owner, number>();
  const waiting: Waiting<Owner>[] = [];

  const mayStart = (owner: Owner) =>
    each === undefined
      ? total < seats || (total === seats && running.size === 1 && !running.has(owner))
      : total < seats && (running.get(owner) ?? 0) < each;
  const rank = (owner: Owner) => [running.get(owner) ?? 0, served.get(owner) ?? 0] as const;
  const before = (a: Waiting<Owner>, b: Waiting<Owner>) => {
    const [running_a, served_a] = rank(a.owner);
    const [running_b, served_b] = rank(b.owner);
    return running_a - running_b || served_a - served_b;
  };
  const fill = () => {
    for (;;) {
      const [next] = waiting.filter(({ owner }) => mayStart(owner)).sort(before);
      if (!next) return;
      waiting.splice(waiting.indexOf(next), 1);
      total++;
      running.set(next.owner, (running.get(next.owner) ?? 0) + 1);
      served.set(next.owner, ++turn);
      next.start();
    }
  };
  const leave = (owner: Owner) => {
    total--;
    const left = (running.get(owner) ?? 1) - 1;
    if (left > 0) running.set(owner, left);
    else running.delete(owner);
    if (left === 0 && !waiting.some((one) => one.owner === owner)) served.delete(owner);
    fill();
  };
  return async (owner, work) => {
    await new Promise<void>((start) => {
      waiting.push({ owner, start });
      fill();
    });
    try {
      return await work();
    } finally {
      leave(owner);
    }
  };
}
