import type { Ctx } from '../../app/ctx.ts';
import { normalise } from './normalise.ts';
import { findMeant, type MeantWord } from './repo.ts';
import { mistyped, otherSounds, swapped, syllables, withoutTones } from './sounds.ts';
import { shorterForms } from './vocabulary.ts';
import type { Dictionary } from './words/dictionary.ts';
import { dictionaryOf } from './words/load-dictionary.ts';

/** Longer keywords are sentences, which are not mistyped by a single character. */
const MOST_UNITS = 30;
const MOST_WORD = 12;
/** Sounds that are asked for at once. */
const SOUNDS_MOST = 1_500;
const SLIPS_MOST = 4_000;
/** Of fewer letters every form is some word. */
const SLIP_LEAST = 5;
/** What it costs to leave a unit as it is, to take a word that sounds the same, that is spelled by its initials, that is near. */
const COST = { exact: 0, sound: 1, swapped: 1, like: 1.1, initials: 1.2, near: 1.5, slip: 1.6, left: 3 };

/** A keyword in units: Chinese characters, and Latin letters one by one, blanks between them left out. */
interface Unit {
  text: string;
  /** How it is spoken; of a letter itself. */
  sound: string;
  latin: boolean;
  /** Which word of the keyword it is of, as blanks part them. */
  part: number;
}

/**
 * What somebody probably meant by a keyword that finds nothing: by pinyin (nianhui, nian hui), by initials (nh), by characters that sound
 * the same (年绘), stand the other way round (会年) or differ by one (年会方岸), by letters that slipped (nianhiu), each part held against the words
 * that documents hold. Null when nothing is near enough. A statement by index whatever the catalogue's size, one more for letters that slipped.
 */
export async function correctKeyword(ctx: Ctx, keyword: string): Promise<string | null> {
  const { classOf } = await dictionaryOf(ctx);
  const units = unitsOf(keyword);
  if (units.length < 2 || units.length > MOST_UNITS) return null;
  const spans = spansOf(units).map((span) => ({ ...span, known: span.latin && classOf(span.text) !== undefined }));
  const meant = await findMeant(ctx.db, {
    words: [...new Set(spans.flatMap(({ text, latin, mixed }) => (mixed ? [] : latin ? [text] : [text, ...swapped(text)])))],
    sounds: [
      ...new Set([...spans.map(({ sound }) => sound), ...spans.flatMap(({ sound, mixed }) => (mixed ? [] : otherSounds(sound)))]),
    ].slice(0, SOUNDS_MOST),
    initials: [...new Set(spans.flatMap(({ text, latin }) => (latin && text.length >= 2 && text.length <= 6 ? [text] : [])))],
    shorter: [...new Set(spans.flatMap(({ text, mixed }) => (mixed ? [] : [...shorterForms(text), text])))],
  });
  const read = cheapest(units, spans, { meant, classOf });
  const best =
    spans.some(({ latin }) => latin) && (read === null || /[a-z]/.test(read))
      ? ((await slipped(ctx, units, spans, { meant, classOf })) ?? read)
      : read;
  return best === null || plain(best) === plain(keyword) ? null : best;
}

/** The same with letters that slipped; null where no letters did. */
async function slipped(ctx: Ctx, units: readonly Unit[], spans: readonly Span[], { meant, classOf }: Known): Promise<string | null> {
  const slips = new Map(
    spans.flatMap(({ text, latin }) => (latin && text.length >= SLIP_LEAST && text.length <= MOST_WORD ? [[text, mistyped(text)]] : [])),
  );
  // of the longest first: who types a word types all of it
  const sounds = [...slips].toSorted(([a], [b]) => b.length - a.length).flatMap(([, forms]) => forms);
  if (sounds.length === 0) return null;
  const found = await findMeant(ctx.db, { words: [], sounds: [...new Set(sounds)].slice(0, SLIPS_MOST), initials: [], shorter: [] });
  return found.length === 0 ? null : cheapest(units, spans, { meant: [...meant, ...found], classOf }, (text) => slips.get(text) ?? []);
}

/** Words that are written together are the same words. */
const plain = (text: string): string => normalise(text).replace(/[^\p{L}\p{N}]+/gu, '');

function unitsOf(keyword: string): Unit[] {
  return normalise(keyword)
    .split(/[^\p{L}\p{N}]+/u)
    .map(withoutTones)
    .flatMap((part, at) => (part.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? []).map((run) => ({ run, part: at })))
    .flatMap(({ run, part }): Unit[] => {
      const latin = !/\p{Script=Han}/u.test(run);
      const sounds = latin ? [...run] : syllables(run);
      return [...run].map((text, at) => ({ text, sound: sounds[at] ?? text, latin, part }));
    });
}

interface Span {
  from: number;
  to: number;
  text: string;
  sound: string;
  latin: boolean;
  /** Characters and letters: 花yi. Only its sound is looked for. */
  mixed: boolean;
  /** Letters that are a word: ppt is no slip. */
  known?: boolean;
}

/** Every stretch that may be one word: of characters up to 12, of letters up to 40, of both up to as many. */
function spansOf(units: readonly Unit[]): Span[] {
  const spans: Span[] = [];
  for (let from = 0; from < units.length; from++) {
    const latin = units[from]?.latin === true;
    const most = latin ? MOST_UNITS : MOST_WORD;
    let mixed = false;
    for (let to = from + 1; to <= Math.min(units.length, from + most); to++) {
      mixed ||= units[to - 1]?.latin !== latin;
      const part = units.slice(from, to);
      // letters of a sound may stand apart (nian hui); who parts Chinese words means them so
      if (to - from < 2 || ((!latin || mixed) && part.at(-1)?.part !== part[0]?.part)) continue;
      const [text, sound] = [part.map((one) => one.text).join(''), part.map((one) => one.sound).join('')];
      spans.push({ ...{ from, to, text, sound, mixed }, latin: latin && !mixed });
    }
  }
  return spans;
}

interface Known {
  meant: readonly MeantWord[];
  classOf: Dictionary['classOf'];
}

/** A stretch as it was read. */
interface Piece {
  from: number;
  word: string;
  how: keyof typeof COST;
}

/** Whether letters that stand together are read as words from the first to the last: keys that were only pressed fit words here and there. */
function isSensible(units: readonly Unit[], pieces: readonly Piece[], classOf: Dictionary['classOf']): boolean {
  const letters = pieces.filter(({ from, how, word }) => units[from]?.latin && (how !== 'left' || /[a-z]/.test(word)));
  return [...Map.groupBy(letters, ({ from }) => units[from]?.part).values()].every((run) => {
    const read = run.filter(({ how }) => how !== 'left');
    if (read.length === 0 || run.length === 1) return true;
    if (read.length < run.length) return false;
    if (!read.some(({ how }) => how === 'initials')) return true;
    // two letters are the initials of some word: only an event, with what is said of it, is meant by them
    const classes = read.map(({ word }) => classOf(word));
    return new Set(read.map(({ word }) => word)).size === read.length && classes.includes('event') && !classes.includes(undefined);
  });
}

/** The reading of the whole keyword that changes least; null when more than half of it would stay unknown. */
function cheapest(
  units: readonly Unit[],
  spans: readonly Span[],
  { meant, classOf }: Known,
  slips: (text: string) => readonly string[] = () => [],
): string | null {
  const by = <K>(key: (word: MeantWord) => K) => {
    const map = new Map<K, MeantWord>();
    for (const word of meant) {
      const before = map.get(key(word));
      if (!before || before.n < word.n) map.set(key(word), word);
    }
    return map;
  };
  const words = by(({ word }) => word);
  const sounds = by(({ pinyin }) => pinyin);
  const initials = by(({ initials }) => initials);
  const near = nearWords(meant);
  interface Way {
    cost: number;
    text: Piece[];
    /** Units that stayed as they were. */
    left: number;
  }
  const ways: Array<Way | null> = [{ cost: 0, text: [], left: 0 }, ...units.map(() => null)];
  const offer = (to: number, way: Way) => {
    const other = ways[to];
    if (!other || way.cost < other.cost) ways[to] = way;
  };
  for (let at = 0; at < units.length; at++) {
    const way = ways[at];
    const unit = units[at];
    if (!way || !unit) continue;
    offer(at + 1, {
      cost: way.cost + COST.left,
      text: [...way.text, { from: at, word: unit.text, how: 'left' }],
      left: way.left + 1,
    });
    for (const span of spans) {
      if (span.from !== at) continue;
      const exact = span.known || words.has(span.text) ? { how: 'exact' as const, word: span.text } : null;
      const sound = sounds.get(span.sound);
      const like =
        sound || span.mixed
          ? undefined
          : otherSounds(span.sound)
              .map((other) => sounds.get(other))
              // characters that were chosen and sound only alike mean another word, unless one of them is in it
              .find((word) => word !== undefined && (span.latin || [...span.text].some((sign) => word.word.includes(sign))));
      const short = span.latin ? initials.get(span.text) : undefined;
      // a third of three letters is most of what they say
      const close = span.mixed || (span.latin && span.text.length <= 3) ? undefined : near(span.text);
      const other_way = span.latin || span.mixed ? undefined : swapped(span.text).find((text) => words.has(text));
      const slip = exact || sound ? undefined : mostHeld(slips(span.text).map((of) => sounds.get(of)));
      const choice =
        exact ??
        (sound && { how: 'sound' as const, word: sound.word }) ??
        (other_way && { how: 'swapped' as const, word: other_way }) ??
        (like && { how: 'like' as const, word: like.word }) ??
        (short && { how: 'initials' as const, word: short.word }) ??
        (close && { how: 'near' as const, word: close.word }) ??
        (slip && { how: 'slip' as const, word: slip.word });
      // of two ways with as many changes the one with longer words
      if (choice) offer(span.to, { cost: way.cost + COST[choice.how] + 0.1, text: [...way.text, { from: at, ...choice }], left: way.left });
    }
  }
  const end = ways[units.length];
  if (!end || end.left * 2 > units.length || !isSensible(units, end.text, classOf)) return null;
  return joined(end.text.map(({ word }) => word));
}

const mostHeld = (words: ReadonlyArray<MeantWord | undefined>): MeantWord | undefined =>
  words.filter((word) => word !== undefined).toSorted((a, b) => b.n - a.n)[0];

/** Latin parts stand apart, Chinese ones together. */
function joined(parts: readonly string[]): string {
  return parts.reduce((text, part) => (/[a-z0-9]$/.test(text) && /^[a-z0-9]/.test(part) ? `${text} ${part}` : text + part), '');
}

/** Words that differ from a text by one character: put in, left out, another. */
function nearWords(meant: readonly MeantWord[]): (text: string) => MeantWord | undefined {
  const by_form = new Map<string, MeantWord>();
  for (const word of meant) {
    for (const form of [word.word, ...word.shorter]) {
      const before = by_form.get(form);
      if (!before || before.n < word.n) by_form.set(form, word);
    }
  }
  return (text) => {
    const length = [...text].length;
    const found = [by_form.get(text), ...shorterForms(text).map((form) => by_form.get(form))].filter((word) => word !== undefined);
    const fit = found.filter(({ word }) => length >= 3 && Math.abs([...word].length - length) <= 1);
    return fit.toSorted((a, b) => b.n - a.n)[0];
  };
}
