/** One line of the table. */
export interface Result {
  what: string;
  goal: string;
  measured: string;
  /** What it is compared with in the same run. */
  base: string;
  ratio: string;
  /** Null: a report without a goal. */
  reached: boolean | null;
}

export interface BenchOptions {
  /** Length of one measurement. */
  seconds: number;
}

export interface Row {
  /** For `--only`. */
  name: string;
  run(options: BenchOptions): Promise<Result[]>;
}

/** "12,345/s" */
export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en-US')}/s`;
}

/** A result whose goal is a least ratio to the base. */
export function ratioResult(what: string, least: number, measured: number, base: number, base_name: string): Result {
  const ratio = measured / base;
  return {
    what,
    goal: `>= ${least}`,
    measured: perSecond(measured),
    base: `${base_name}: ${perSecond(base)}`,
    ratio: ratio.toFixed(2),
    reached: ratio >= least,
  };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Of so many calls in turn, in milliseconds. */
export async function p95Ms(work: (n: number) => Promise<unknown>, calls = 500): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < calls; n++) {
    const began = performance.now();
    await work(n);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] as number;
}
