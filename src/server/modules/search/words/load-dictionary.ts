import { readFileSync } from 'node:fs';
import { REGIONS } from '#contract/regions.ts';
import { AppMemory } from '../../../app/app-memory.ts';
import { type Ctx, lastingDb } from '../../../app/ctx.ts';
import { termNames } from '../../catalog/index.ts';
import { getSetting } from '../../settings/index.ts';
import { generalCutter } from '../cut-words.ts';
import { normalise } from '../normalise.ts';
import { quietWords, synonymsSetting, tradeWords } from '../settings.ts';
import { synonymsOf } from '../synonyms.ts';
import { type Dictionary, LONGEST_WORD, makeDictionary, readWordList, type WordClass } from './dictionary.ts';
import { findLearnedWords } from './words.repo.ts';

/** More names, and more learned words, are not words of the trade. */
const NAMES_MOST = 10_000;
/** Facets whose names are of a class of their own. */
const CLASS_OF_FACET: Readonly<Record<string, WordClass>> = { category: 'event', activity: 'event', industry: 'industry', city: 'city' };

type Words = ReadonlyMap<string, WordClass>;

let listed: Words | null = null;

/** Names that are words of something else as well: 来宾 are guests. */
const OTHERWISE = new Set(['来宾']);
const SUFFIX = /(?:(?:壮族|回族|维吾尔)?自治区|特别行政区|省|市|盟|地区)$/;

/** Provinces and cities as people write them, with and without 省 or 市. Prefectures of peoples have short names in the list of the trade. */
export function cityWords(): string[] {
  const names = REGIONS.flatMap(({ name, cities }) => [name, ...cities.map((city) => city.name)]).filter(
    (name) => !name.endsWith('自治州'),
  );
  return [...new Set(names.flatMap((name) => [name, name.replace(SUFFIX, '')]))].filter(
    (name) => [...name].length > 1 && !OTHERWISE.has(name),
  );
}

/** The list of the trade, read once a process. */
export function tradeList(): Words {
  listed ??= wordsOf([
    ...readWordList(readFileSync(new URL('./trade-words.txt', import.meta.url), 'utf8')),
    ...cityWords().map((name) => [name, 'city'] as const),
  ]);
  return listed;
}

/** Names of terms that are more than one word or less than two characters are no words of a text. */
function wordsOf(entries: ReadonlyArray<readonly [string, WordClass]>): Words {
  const words = new Map<string, WordClass>();
  for (const [written, of] of entries) {
    const word = normalise(written);
    if (/^[\p{L}\p{N}]+$/u.test(word) && [...word].length <= LONGEST_WORD && !words.has(word)) words.set(word, of);
  }
  return words;
}

/** Words of the database are read again every minute a process; until they are there those of before serve. */
const FRESH_MS = 60_000;
const catalogue = new AppMemory<'fresh', Promise<Words>>({ max: 1, ttl_ms: FRESH_MS });
const before = new AppMemory<'words', Words>({ max: 1, ttl_ms: 86_400_000 });

async function catalogueWords(ctx: Ctx): Promise<Words> {
  const known = before.get(ctx.app, 'words');
  // a transaction has one connection, which no other caller may wait for
  if (known && lastingDb(ctx) !== ctx.app.db) return known;
  const reading = catalogue.share(ctx.app, 'fresh', async () => {
    const terms = await termNames(ctx, NAMES_MOST);
    const learned = await findLearnedWords(lastingDb(ctx), ctx.app.clock.now(), NAMES_MOST);
    const words = wordsOf([
      ...terms.map(({ name, facet }) => [name, CLASS_OF_FACET[facet] ?? 'word'] as const),
      ...learned.map(({ word, of }) => [word, of] as const),
    ]);
    before.set(ctx.app, 'words', words);
    return words;
  });
  if (!known) return reading;
  // a failure keeps what was known
  reading.catch(() => undefined);
  return known;
}

/** What was made of the same words is used again: settings and words keep their identity while they do not change. */
const made = new WeakMap<Words, { of: readonly unknown[]; dictionary: Dictionary }>();

/** The dictionary of this moment: staff's words and ignored words, the list of the trade, names of categories, terms, tags and learned words. */
export async function dictionaryOf(ctx: Ctx): Promise<Dictionary> {
  const words = await catalogueWords(ctx);
  const trade = await getSetting(ctx, tradeWords);
  const quiet = await getSetting(ctx, quietWords);
  const synonyms = await getSetting(ctx, synonymsSetting);
  const of = [trade, quiet, synonyms];
  const known = made.get(words);
  if (known && !ctx.supposed && known.of.every((one, at) => one === of[at])) return known.dictionary;
  const staff = wordsOf([...quiet.map((word) => [word, 'quiet'] as const), ...trade.map((word) => [word, 'word'] as const)]);
  const dictionary = makeDictionary([staff, tradeList(), words], generalCutter, synonymsOf(synonyms));
  if (!ctx.supposed) made.set(words, { of, dictionary });
  return dictionary;
}
