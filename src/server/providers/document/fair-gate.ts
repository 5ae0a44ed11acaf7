/** Runs `work` when it is the turn of `owner`. */
export type FairGate = <T>(owner: number, work: () => Promise<T>) => Promise<T>;

interface Waiting {
  owner: number;
  start(): void;
}

/**
 * At most `seats` pieces of work at a time. A free seat goes to the owner who has the fewest and was served longest ago, so that many
 * files of one never hold up the first of another; while one owner has all seats, a newcomer gets one more.
 */
export function createFairGate(seats: number): FairGate {
  let total = 0;
  let turn = 0;
  const running = new Map<number, number>();
  const served = new Map<number, number>();
  const waiting: Waiting[] = [];

  const mayStart = (owner: number) => total < seats || (total === seats && running.size === 1 && !running.has(owner));
  const rank = (owner: number) => [running.get(owner) ?? 0, served.get(owner) ?? 0] as const;
  const before = (a: Waiting, b: Waiting) => {
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
  const leave = (owner: number) => {
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
