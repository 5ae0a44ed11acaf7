/** What this thread's processor works from now on, in ms: a busy machine does not count. */
function cpuClock(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
}

const RUNS = 3;

/** The least of three runs; one that is quick enough ends it. */
export function leastCpuMs(work: () => unknown, enough_ms = 20): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && least >= enough_ms; run++) {
    const worked = cpuClock();
    work();
    least = Math.min(least, worked());
  }
  return least;
}

/** The same of what is waited for, with all that this thread does meanwhile. */
export async function leastCpuMsOf(work: () => Promise<unknown>, enough_ms: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && least >= enough_ms; run++) {
    const worked = cpuClock();
    await work();
    least = Math.min(least, worked());
  }
  return least;
}
