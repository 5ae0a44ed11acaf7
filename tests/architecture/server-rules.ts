// What holds for what runs beside requests and transactions.
import { isTest, lineOf, matches, type Rule } from './rules.ts';
import { withoutComments } from './source.ts';

const OF_THE_SITE = /^src\/server\/(app|areas|backup|http|modules|outbox|providers\/storage|views)\//;

/** Folders hold as many files as were ever uploaded: walking, copying or removing one at one go stops the site for as long. */
export const foldersBitByBit: Rule = (files) =>
  files
    .filter(({ path }) => OF_THE_SITE.test(path) && !isTest(path))
    .flatMap((file) =>
      matches(file, /\b(?:rmSync|readdir|readdirSync|cp|cpSync)\([^;]*\brecursive: true/, 'goes through a folder at one go'),
    );

/** What stands between a bracket and its end. */
function within(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return text.slice(open + 1, at);
  }
  return text.slice(open + 1);
}

/** Who else is asked may be slow: a transaction that waits for them holds a connection and its locks. Effects after the commit are free to. */
export const transactionsAskNoProvider: Rule = (files) =>
  files
    .filter(({ path }) => OF_THE_SITE.test(path) && !isTest(path))
    .flatMap((file) => {
      const text = withoutComments(file.text);
      return [...text.matchAll(/\binTransaction\(/g)].flatMap((begin) => {
        let body = within(text, begin.index + begin[0].length - 1);
        for (let at = body.indexOf('afterCommit('); at >= 0; at = body.indexOf('afterCommit('))
          body = body.slice(0, at) + body.slice(at + 'afterCommit('.length + within(body, at + 'afterCommit'.length).length + 1);
        const asked = /\b(?:storage|providers\.\w+)\.\w+\(|\bstore\(/.exec(body);
        return asked ? [`${file.path}:${lineOf(text, begin.index)} asks ${asked[0]} within a transaction`] : [];
      });
    });
