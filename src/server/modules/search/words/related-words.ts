import { readFileSync } from 'node:fs';

const related = new Map<string, string[]>();
for (const line of readFileSync(new URL('./related-words.txt', import.meta.url), 'utf8').split('\n')) {
  const [word = '', ...others] = line.split(' ');
  if (word !== '' && word !== '#') related.set(word, [...(related.get(word) ?? []), ...others]);
}

/** What a word of events stands for by its end alone. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  节: ['市集', '夜市', '游园'],
  宴: ['晚宴', '答谢'],
  酒会: ['晚宴', '答谢'],
  赛: ['大赛', '颁奖', '团建'],
  跑: ['团建', '徒步', '户外'],
  展: ['展览', '特展', '展台'],
  博会: ['展会', '展台'],
  营: ['团建', '亲子', '户外'],
  典礼: ['颁奖', '仪式', '庆典'],
  仪式: ['签约', '仪式', '开业'],
  礼: ['仪式', '庆典'],
  秀: ['舞台', '节目', '发布会'],
  舞: ['现代舞', '节目'],
  戏: ['节目', '舞台'],
  会: ['会议', '论坛', '会务'],
};

/** Signs of the shortest word that a longer one is understood by. */
const SHORTEST = 2;

/** What is nearest to a normalised word by its own line, the nearest first; none for most. */
export const relatedTo = (word: string): readonly string[] => related.get(word) ?? [];

/**
 * The same of a word that has no line: by the longest word that it ends with (运动会 of 职工运动会), else, of an event, by its last signs (服装秀 is a show
 * before it is of clothes), else by the longest word in it (中秋 of 中秋节).
 */
export function relatedWithin(word: string, is_event: boolean): readonly string[] {
  if (!/^\p{Script=Han}+$/u.test(word)) return [];
  const parts = partsOf(word);
  const last = parts.find((part) => word.endsWith(part));
  const ending = is_event ? Object.keys(ENDINGS).find((end) => word.endsWith(end)) : undefined;
  if (last === undefined && ending !== undefined) return ENDINGS[ending] ?? [];
  return relatedTo(last ?? parts[0] ?? '');
}

const LONGEST = Math.max(...[...related.keys()].map((word) => word.length));

/** Words with a line of their own within one, the longest first; no longer part than the longest line is looked for, whatever was typed. */
function partsOf(word: string): string[] {
  const parts: string[] = [];
  for (let length = Math.min(word.length - 1, LONGEST); length >= SHORTEST; length--)
    for (let from = word.length - length; from >= 0; from--) parts.push(word.slice(from, from + length));
  return parts.filter((part) => related.has(part));
}
