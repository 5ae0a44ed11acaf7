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
