/** Names that people show to others: what may stand in one, and which are ours. */

// joiners inside an emoji and its variation stay; everything else that draws nothing or turns the writing direction goes
const UNSEEN =
  /(?<!\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)\u200D|\u200D(?!\p{Extended_Pictographic})|(?<!\p{Extended_Pictographic})\uFE0F|(?![\u200D\uFE0F])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\u2800]/gu;

/** One line of what people see: nothing invisible, no change of direction, single blanks. Empty when nothing is left. */
export function visibleLine(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(UNSEEN, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

export const STAFF_LIKE_TEXT = '这个名字容易被误认为平台工作人员，请换一个';

const OURS = /策猫|策貓|cemao/;
const STAFF = new Set([
  '客服',
  '官方',
  '官方客服',
  '平台客服',
  '人工客服',
  '在线客服',
  '管理员',
  '系统管理员',
  '系统消息',
  '系统通知',
  '审核员',
  '运营',
]);

/** Cyrillic, Greek and Armenian letters, and digits, that are read as Latin ones (from Unicode's confusables). */
const LOOKS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['a', 'аαɑ'],
    ['b', 'ьЬβ'],
    ['c', 'сϲⅽᴄ'],
    ['d', 'ԁ'],
    ['e', 'еєεҽ℮3'],
    ['g', 'ɡց'],
    ['h', 'һհ'],
    ['i', 'іιıӏ1'],
    ['j', 'јϳ'],
    ['k', 'кκ'],
    ['m', 'мⅿ'],
    ['n', 'пηո'],
    ['o', 'оοօσ0'],
    ['p', 'рρ'],
    ['q', 'ԛ'],
    ['r', 'гᴦ'],
    ['s', 'ѕ5'],
    ['t', 'тτ'],
    ['u', 'υսц'],
    ['v', 'νѵ'],
    ['w', 'ԝω'],
    ['x', 'хχ'],
    ['y', 'уγү'],
  ].flatMap(([latin = '', others = '']) => [...others].map((other) => [other, latin])),
);

/** Longer than any name: one sign of a stranger may become eighteen. */
const LOOKED_AT = 100;

/** What a name looks like: letters of other scripts as the Latin ones that they are read as, without case, marks and signs. */
export function skeletonOf(name: string): string {
  const plain = name
    .slice(0, LOOKED_AT)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return [...plain].map((sign) => LOOKS[sign] ?? sign).join('');
}

/** Scripts whose letters look like each other; a name has letters of one of them. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u];

/** Null, or why a name is refused: readers must be able to distinguish us from impostors. */
export function refuseName(name: string): string | null {
  const plain = name
    .slice(0, LOOKED_AT)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '');
  if (ALIKE.filter((script) => script.test(plain)).length > 1) return '名字不能混用几种文字中看起来相同的字母，请换一个';
  const skeleton = skeletonOf(name);
  return OURS.test(skeleton) || STAFF.has(skeleton) ? STAFF_LIKE_TEXT : null;
}
