// What holds for what runs in browsers.
import type { Rule } from './rules.ts';
import { withoutComments } from './source.ts';

const inBrowser = (path: string) => /^src\/(?:client|features|kit|layouts|pages|ui)\//.test(path) && !/\.test\.tsx?$/.test(path);

/** Every line of the browser's half that says a pattern, outside of comments and of the files that may. */
const saying =
  (pattern: RegExp, what: string, may: readonly string[] = []): Rule =>
  (files) =>
    files
      .filter(({ path }) => inBrowser(path) && !may.includes(path))
      .flatMap(({ path, text }) =>
        withoutComments(text)
          .split('\n')
          .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1} ${what}: ${line.trim()}`] : [])),
      );

/** `randomUUID` is not there without https, where the site may run as well: random names are made in one place. */
export const namesOfOnePlace = saying(/\brandomUUID\b|\bgetRandomValues\b/, 'use newKey of src/client/new-key.ts', [
  'src/client/new-key.ts',
]);

/** Columns of books have two decimals; what a tool of the assistant counts is of any kind. */
const OF_NUMBERS = [
  'src/features/admin/Books.island.tsx',
  'src/features/assistant/AnswerCard.tsx',
  'src/features/assistant/Tool.island.tsx',
];

/** One form of money: 39.90 stands beside no 39.9. */
export const moneyInOneForm = saying(
  /¥\$?\{(?!(?:amountText|priceText|yuanText|price\.single\}))|\.toLocaleString\(/,
  'use amountText of src/ui/price-text.ts',
  OF_NUMBERS,
);

/** The browser's own zone is another's: a day or an hour of the site is Shanghai's. */
export const daysOfShanghai = saying(
  /\.toLocale(?:Date|Time)String\((?!.*zone)|\bget(?:FullYear|Month|Date|Day|Hours|Minutes)\(\)/i,
  'names no zone; see src/ui/time-text.ts',
  ['src/ui/time-text.ts'],
);
