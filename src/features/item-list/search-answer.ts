import { NOT, type SearchAnswer } from '#contract/catalog.ts';

/** A sentence with a word in it that leads to its own search. */
interface AnswerText {
  before: string;
  word?: string;
  after: string;
}

/** Longer keywords are shown by their beginning. */
const SHOWN_CHARS = 20;
const short = (text: string): string => ([...text].length > SHOWN_CHARS ? `${[...text].slice(0, SHOWN_CHARS).join('')}…` : text);
const named = (words: readonly string[]): string => words.map((word) => `「${word}」`).join('');

/** What a list says of how its keyword was answered; null where all of its words were found. `noun`: of the kind that is shown. */
export function answerText(
  { answer, left_out, found_by, meant, whole = 0 }: SearchAnswer,
  keyword: string,
  noun: string,
): AnswerText | null {
  const typed = `没有找到“${short(keyword)}”`;
  if (answer === 'meant') return { before: `${typed}。您是不是要找：`, word: meant ?? '', after: '，以下是它的结果。' };
  if (answer === 'fewer' && left_out.some((word) => word.startsWith(NOT)))
    return { before: `${left_out.join('、')}，就没有相符的内容了，以下也包含它。`, after: '' };
  if (answer === 'fewer' && found_by.length > 0 && !found_by.some((word) => keyword.toLowerCase().includes(word)))
    return { before: `没有${noun}提到${named(left_out)}，以下按相近的${named(found_by)}找到。`, after: '' };
  if (answer === 'fewer' && left_out.length === 0)
    return { before: `没有${noun}同时提到${named(found_by)}，以下也按它们相近的说法找到。`, after: '' };
  if (answer === 'fewer')
    return {
      before: `没有${noun}同时提到${named(left_out)}，以下按${found_by.length > 0 ? named(found_by) : '其余的词'}找到。`,
      after: '',
    };
  if (answer === 'few')
    return { before: `包含全部词的只有 ${whole} 个，其余${found_by.length > 0 ? `按${named(found_by)}` : '少用几个词'}找到。`, after: '' };
  if (answer === 'near') return { before: `${typed}，以下按相近的`, word: found_by[0] ?? '', after: '找到。' };
  if (answer === 'category')
    return { before: `${typed}，以下是${found_by[0] ? `「${found_by[0]}」里` : ''}大家在看的${noun}。`, after: '' };
  return null;
}

const ONLY_RANKS = new Set<string>(['people', 'budget', 'date', 'city', 'season', 'industry']);

/** What a list says of parts of its keyword that leave nothing out; null where there is none. */
export function rankText({ answer, parts, in_city }: SearchAnswer, noun: string): string | null {
  if (answer === 'category' || answer === 'none') return null;
  const city = in_city === false ? parts.find(({ role }) => role === 'city')?.label : undefined;
  const ranking = parts.filter(({ role, label }) => ONLY_RANKS.has(role) && label !== city).map(({ label }) => label);
  const missed = city === undefined ? '' : `这些${noun}都没有写明「${city}」，以下不限城市。`;
  return `${missed}${ranking.length > 0 ? `${named(ranking)}只影响排序，相符的靠前，其余也列出。` : ''}` || null;
}
