/** How a reporter's former reports ended, one count a work. */
export interface ReporterRecord {
  upheld: number;
  dismissed: number;
}

/** What a report of theirs weighs: 1 of somebody unknown, up to 2 of who was right again and again, towards 0 of who never was. */
export function reportWeight({ upheld, dismissed }: ReporterRecord): number {
  return (2 * (upheld + 1)) / (upheld + dismissed + 2);
}

/** Of all who have reported one work, each once. */
export function reportScore(records: readonly ReporterRecord[]): number {
  return Math.round(records.reduce((sum, record) => sum + reportWeight(record), 0));
}
