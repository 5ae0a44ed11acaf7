import { answeredByDecisions, rowsIn, shownByTests } from '../../tools/rows.mjs';
import type { SourceFile } from './source.ts';

/** The numbers of a list of rows: ranges with their ends, written as long as in an id. */
export type Lists = Record<string, string>;

/** Every row that was asked for. The title of a test begins with the rows that it shows best; a decision names those that it answers. */
export const ROWS: Lists = {
  // the specification: money and access, kinds, shell, community, personal centre, everything else
  M: '001-014 100-108 200-220 299-302 400-404 500-505 600-605 700-703 800-802 900-901 950-952',
  K: '001-002 010-027 100-115 200-213 300-304 400-411 500-506 600-608 700-701 800-805 900',
  S: '001-012 100-103 200 300-309 400-407 500-502 600-605 700-701 800-803 900-901 950-952 970-971 975-983',
  C: '001-007 100-103 200-205 300-302 400-402 500-503 600 700-701',
  P: '001-003 010 020 030 040 050 060-070 080 090 100 110 120 130 140 150 160 170 180-183 190 200 210 220 230 300-305',
  O: '001-002 010 020-023 030',
  // states and edge cases of money, shell and community; traps of money, and what else was asked of it
  ST: '1-12',
  SH: '1-15',
  CH: '1-7',
  TR: '1-9',
  IM: '1-12',
  // differences to the specification, found by use, attacked, broken on purpose
  F: '01-64',
  U: '1-50',
  AT: '1-17',
  R: '1-15',
};

/** The ids of lists. */
export const rowsOf = (lists: Lists): string[] =>
  Object.entries(lists).flatMap(([name, ranges]) =>
    ranges.split(' ').flatMap((range) => rowsIn(`${name}-${range.replace('-', ` to ${name}-`)}`)),
  );

/** Rows that nobody shows, and rows in front of titles that no list has. Ids without a hyphen are of lists that are not held complete. */
export function faultsOfRows(lists: Lists, tests: SourceFile[], decisions: SourceFile[]): string[] {
  const asked = new Set(rowsOf(lists));
  const titles = shownByTests(tests);
  const shown = new Set([...titles, ...answeredByDecisions(decisions)].map(({ row }) => row));
  return [
    ...[...asked].filter((row) => !shown.has(row)).map((row) => `${row}: no title begins with it and no decision names it`),
    ...titles
      .filter(({ row }) => row.includes('-') && !asked.has(row))
      .map(({ row, path }) => `${row}: ${path} shows it and no list has it`),
  ];
}
