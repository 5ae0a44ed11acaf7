/** What of a text would let its reader be reached past the site. `start` and `end` are places of UTF-16 units in the text as given. */
export type ContactDetail = { kind: 'phone' | 'wechat' | 'qq' | 'mail' | 'link'; start: number; end: number };

/** Names for people, as a refusal says them. */
const contact_kind_names: Record<ContactDetail['kind'], string> = {
  phone: '电话号码',
  wechat: '微信号',
  qq: 'QQ 号',
  mail: '邮箱',
  link: '链接',
};

const unseen = /\u20e3|\u2060|\ufe0e|\ufe0f|\ufeff|[\u200b-\u200f]/;
const chinese_digits: Record<string, string> = Object.fromEntries(
  ['零〇○Ｏ', '一壹幺', '二贰', '三叁', '四肆', '五伍', '六陆', '七柒', '八捌', '九玖'].flatMap((names, digit) =>
    [...names].map((name) => [name, String(digit)]),
  ),
);

/** The text with one form for each character (half-width, small letters, nothing unseen), and where each came from. */
function flatten(text: string): { flat: string; from: number[]; to: number[] } {
  let flat = '';
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const sign of text) {
    const end = at + sign.length;
    if (!unseen.test(sign)) {
      for (const unit of sign.normalize('NFKC').toLowerCase().split('')) {
        flat += unit;
        from.push(at);
        to.push(end);
      }
    }
    at = end;
  }
  return { flat, from, to };
}

type Found = { kind: ContactDetail['kind']; start: number; end: number };

/** How people write a number in groups. What is not here is a list, a range of money, a date. */
const mobile_shapes = new Set([
  '11',
  '3,8',
  '7,4',
  '3,4,4',
  '3,3,5',
  '4,4,3',
  '4,3,4',
  '3,5,3',
  '3,2,3,3',
  '3,2,2,4',
  '3,4,2,2',
  '2,3,3,3',
  '3,2,2,2,2',
  Array(11).fill(1).join(),
]);
const fixed_shapes = new Set(['11', '12', '3,8', '4,7', '4,8', '3,4,4', '4,4,4', '4,3,4', '4,4,3']);
const service_shapes = new Set(['10', '3,7', '3,3,4', '3,4,3']);
const amount_follows = /^\s*(?:元|块|万|千|人|位|平|㎡|m2|米|桌|套|件|张|号(?:文件|楼))/;

function isNumber(digits: string, shape: string): boolean {
  if (mobile_shapes.has(shape) && /^1[3-9]\d{9}$/.test(digits)) return true;
  if (fixed_shapes.has(shape) && /^0(?:10\d{8}|2\d\d{8}|[3-9]\d{2}\d{7,8})$/.test(digits)) return true;
  return service_shapes.has(shape) && /^[48]00(?!0{7})\d{7}$/.test(digits);
}

function numbers(text: string): Found[] {
  const found: Found[] = [];
  for (const run of text.matchAll(/\d(?:[ \t\-_.·•—–~*、()]{0,3}\d)*/g)) {
    const groups = [...run[0].matchAll(/\d+/g)].map((group) => ({
      digits: group[0].replace(/^(?:00)?86(?=1\d{10}$)/, ''),
      start: run.index + group.index,
      end: run.index + group.index + group[0].length,
    }));
    for (let first = 0; first < groups.length; first += 1) {
      for (let last = Math.min(groups.length, first + 11) - 1; last >= first; last -= 1) {
        const window = groups.slice(first, last + 1);
        const { start } = groups[first] as { start: number };
        const { end } = groups[last] as { end: number };
        if (!isNumber(window.map((group) => group.digits).join(''), window.map((group) => group.digits.length).join())) continue;
        if (window.length > 1 && amount_follows.test(text.slice(end))) continue;
        found.push({ kind: 'phone', start, end });
        first = last;
        break;
      }
    }
  }
  return found;
}

const between = String.raw`[\s:=,，、。.~_—\-()"'「」【】\[\]]*(?:号码|号|id|账号|帐号|是|为|同号|就是|↓|→)?[\s:=,，、~_—\-()"'「」【】\[\]]*`;
const wechat = String.raw`(?:微\s*信|薇\s*信|威\s*信|徽信|维信|葳信|[vw]\s*信|w\s*e\s*c\s*h\s*a\s*t|w\s*e\s*i\s*x\s*i\s*n|(?<![a-z])[vw]\s*x(?![a-z]{2,}))`;
const qq = String.raw`(?:(?<![a-z])q\s*q|扣扣|叩叩|球球|企鹅|(?<![a-z])q(?=\s*(?:群|号|:)))`;
const account = String.raw`(?:[a-z][a-z0-9_-]{5,19}|[a-z0-9_-]*\d[a-z0-9_-]{4,19})(?![a-z0-9_-])`;
const place = `(?:com|cn|net|org|top|xyz|vip|cc|io|me|shop|site|info|club|ltd|tech|online|link|wang|fun|app|store)`;
const dot = String.raw`(?:\s?[.。]\s?|\s*(?:\(dot\)|\[dot\]|点)\s*)`;

const patterns: { kind: ContactDetail['kind']; pattern: RegExp }[] = [
  {
    kind: 'mail',
    pattern: new RegExp(String.raw`[a-z0-9][a-z0-9._+-]*\s*(?:@|\(at\)|\[at\]|艾特)\s*[a-z0-9-]+(?:${dot}[a-z0-9-]+)*${dot}[a-z]{2,}`, 'g'),
  },
  {
    kind: 'link',
    pattern: /(?:https?|ftp):\/\/[^\s\u3000-\u303f\uff00-\uffef\u4e00-\u9fff]+|www\.[a-z0-9-]+\.[^\s\u3000-\u303f\u4e00-\u9fff]+/g,
  },
  {
    kind: 'link',
    pattern: new RegExp(
      String.raw`(?<![a-z0-9@.])(?:[a-z0-9-]+${dot}){0,3}[a-z0-9-]*[a-z0-9]${dot}${place}(?:${dot}cn)?(?![a-z0-9-])(?:/[^\s\u3000-\u303f\uff00-\uffef\u4e00-\u9fff]*)?`,
      'g',
    ),
  },
  { kind: 'wechat', pattern: new RegExp(wechat + between + account, 'g') },
  {
    kind: 'wechat',
    pattern: new RegExp(
      String.raw`(?:加|\+|➕)\s*(?:我|下|个|一下|咱|本人)?(?:的)?\s*(?:${wechat}|v(?![a-z0-9]))(?!\s*(?:公众号|小程序|支付|朋友圈|视频号|红包))(?:${between}${account})?`,
      'g',
    ),
  },
  {
    kind: 'wechat',
    pattern: new RegExp(String.raw`${wechat}\s*(?:同号|同步|私聊|联系我?|详聊|细聊|沟通|聊)|(?:同|手机号?|电话)${wechat}(?:同号)?`, 'g'),
  },
  { kind: 'wechat', pattern: new RegExp(String.raw`(?<![a-z0-9])v\s*:\s*${account}`, 'g') },
  { kind: 'qq', pattern: new RegExp(String.raw`${qq}(?:群|交流群)?${between}[1-9](?:[\s-]?\d){4,11}(?!\d)`, 'g') },
  { kind: 'qq', pattern: /(?:加|\+|➕)\s*(?:我|下|个|一下)?(?:的)?\s*(?:(?<![a-z])q\s*q|扣扣|叩叩|球球)(?!\s*音乐)/g },
  { kind: 'phone', pattern: /(?:电话|座机|手机|热线|致电|拨打|(?<![a-z])tel)(?:号码|号|是|为)?[\s:.,，是为-]*\d(?:[\s-]?\d){6,12}(?!\d)/g },
];

/**
 * Every way of being reached in a text, in order and without overlap: phone numbers (also full-width, spaced, in Chinese numerals), accounts of WeChat and QQ
 * with the usual disguises, mail addresses, links. Dates, amounts, numbers of people and of orders are none.
 */
export function findContactDetails(text: string): ContactDetail[] {
  const { flat, from, to } = flatten(text);
  const as_digits = flat.replace(/[零〇○一壹幺二贰三叁四肆五伍六陆七柒八捌九玖]/g, (name) => chinese_digits[name] ?? name);
  const with_letters = as_digits.replace(/(?<=[\do][^a-z]?)o|o(?=[\do])/g, '0').replace(/(?<=\d)[li]|[li](?=\d)/g, '1');
  const found = patterns.flatMap(({ kind, pattern }) =>
    [flat, as_digits].flatMap((form) =>
      [...form.matchAll(pattern)].map((hit) => ({ kind, start: hit.index, end: hit.index + hit[0].length })),
    ),
  );
  for (const form of new Set([flat, as_digits, with_letters])) found.push(...numbers(form));
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  const kept: Found[] = [];
  for (const one of found) {
    const before = kept.at(-1);
    if (!before || one.start >= before.end) kept.push({ ...one });
    else before.end = Math.max(before.end, one.end);
  }
  return kept.map(({ kind, start, end }) => ({ kind, start: from[start] as number, end: to[end - 1] as number }));
}

/** One sentence for people that names the first place, or undefined when there is none. */
export function contactDetailsText(text: string): string | undefined {
  const [first] = findContactDetails(text);
  return first && `请不要写联系方式：「${text.slice(first.start, first.end).trim()}」看起来是${contact_kind_names[first.kind]}`;
}

/** The text with its contact details unreadable: of each its first two signs are left. */
export function maskContactDetails(text: string): string {
  let shown = '';
  let at = 0;
  for (const { start, end } of findContactDetails(text)) {
    shown += `${text.slice(at, start)}${[...text.slice(start, end)].slice(0, 2).join('')}****`;
    at = end;
  }
  return shown + text.slice(at);
}
