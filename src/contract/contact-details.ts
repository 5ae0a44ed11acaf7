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

/** More than any field takes: what lies behind it is not looked at. */
const LOOKED_AT = 8_000;
/** Units that one sign may become: beyond it are ligatures of whole phrases. */
const FORM_MAX = 4;

/** The text with one form for each character (half-width, small letters, nothing unseen), and where each came from. */
function flatten(text: string): { flat: string; from: number[]; to: number[] } {
  let flat = '';
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const sign of text.slice(0, LOOKED_AT)) {
    const end = at + sign.length;
    if (!unseen.test(sign)) {
      const form = (sign < '\x80' ? sign : sign.normalize('NFKC')).toLowerCase();
      for (const unit of (form.length > FORM_MAX ? sign : form).split('')) {
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
const DIGITS_MIN = 10;
const DIGITS_MAX = 12;
/** Digits may also stand one by one. */
const GROUPS_MAX = 5;
const amount_follows = /^\s*(?:元|块|万|千|人|位|平|㎡|m2|米|桌|套|件|张|号(?:文件|楼))/;

function isNumber(digits: string, shape: () => string): boolean {
  if (/^1[3-9]\d{9}$/.test(digits)) return mobile_shapes.has(shape());
  if (/^0(?:10\d{8}|2\d\d{8}|[3-9]\d{2}\d{7,8})$/.test(digits)) return fixed_shapes.has(shape());
  return /^[48]00(?!0{7})\d{7}$/.test(digits) && service_shapes.has(shape());
}

/** Last groups of what may be one number that begins with `first`, the longest number first. */
function endsOf(offsets: readonly number[], first: number): number[] {
  const ends: number[] = [];
  for (let last = first; last + 1 < offsets.length; last += 1) {
    const length = (offsets[last + 1] as number) - (offsets[first] as number);
    if (length > DIGITS_MAX) break;
    const many = last - first + 1;
    if (length >= DIGITS_MIN && (many <= GROUPS_MAX || many === length)) ends.unshift(last);
  }
  return ends;
}

function numbers(text: string): Found[] {
  const found: Found[] = [];
  for (const run of text.matchAll(/\d(?:[ \t\-_.·•—–~*、()]{0,3}\d)*/g)) {
    if (run[0].length < DIGITS_MIN) continue;
    const groups = [...run[0].matchAll(/\d+/g)].map((group) => ({
      digits: group[0].replace(/^(?:00)?86(?=1\d{10}$)/, ''),
      start: run.index + group.index,
      end: run.index + group.index + group[0].length,
    }));
    const offsets = [0];
    for (const { digits } of groups) offsets.push((offsets.at(-1) as number) + digits.length);
    const all = groups.map(({ digits }) => digits).join('');
    for (let first = 0; first < groups.length; first += 1) {
      for (const last of endsOf(offsets, first)) {
        const { start } = groups[first] as { start: number };
        const { end } = groups[last] as { end: number };
        const shape = () =>
          groups
            .slice(first, last + 1)
            .map(({ digits }) => digits.length)
            .join();
        if (!isNumber(all.slice(offsets[first], offsets[last + 1]), shape)) continue;
        if (last > first && amount_follows.test(text.slice(end))) continue;
        found.push({ kind: 'phone', start, end });
        first = last;
        break;
      }
    }
  }
  return found;
}

/** What stands at a place: where it ends, or -1. Each pattern is sticky, so that no search begins there. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const separators = /[\s:=,，、。.~_—\-()"'「」【】[\]]*/y;
const word_between = /号码|号|id|账号|帐号|是|为|同号|就是|↓|→/y;
const account_run = /[a-z0-9_-]{1,65}/y;
const RUN_MAX = 64;
const qq_number = /[1-9](?:[\s-]?\d){4,11}(?!\d)/y;

/** Six to twenty signs that begin with a letter, or a tail of them that begins with a digit. */
function accountEnd(text: string, at: number): number {
  const end = endOf(account_run, text, at);
  const run = text.slice(at, end);
  if (end === -1 || run.length > RUN_MAX) return -1;
  return (/^[a-z]/.test(run) && run.length >= 6 && run.length <= 20) || /\d/.test(run.slice(-20, -4)) ? end : -1;
}

const qqNumberEnd = (text: string, at: number): number => endOf(qq_number, text, at);

/** Where an account ends that follows at this place behind separators and one word; -1: none does. */
function namedEnd(text: string, at: number, nameEnd: (text: string, at: number) => number): number {
  const name = endOf(separators, text, at);
  const word = endOf(word_between, text, name);
  const behind = word === -1 ? -1 : nameEnd(text, endOf(separators, text, word));
  return behind === -1 ? nameEnd(text, name) : behind;
}

const wechat = String.raw`(?:微\s*信|薇\s*信|威\s*信|徽信|维信|葳信|[vw]\s*信|w\s*e\s*c\s*h\s*a\s*t|w\s*e\s*i\s*x\s*i\s*n|(?<![a-z])[vw]\s*x(?![a-z]{2,}))`;
const wechats = new RegExp(wechat, 'g');
const added_wechat = new RegExp(String.raw`(?:${wechat}|v(?![a-z0-9]))(?!\s*(?:公众号|小程序|支付|朋友圈|视频号|红包))`, 'y');
const talk = /\s*(?:同号|同步|私聊|联系我?|详聊|细聊|沟通|聊)/y;
const same_before = /(?:同|手机号?|电话)$/;
const same_behind = /同号/y;
const adds = /(?:加|\+|➕)\s*(?:我|下|个|一下|咱|本人)?的?\s*/g;
const v_names = /(?<![a-z0-9])v\s*:\s*/g;
const qqs = /(?:(?<![a-z])q\s*q|扣扣|叩叩|球球|企鹅|(?<![a-z])q(?=\s*(?:群|号|:)))(?:群|交流群)?/g;
const added_qq = /(?:(?<![a-z])q\s*q|扣扣|叩叩|球球)(?!\s*音乐)/y;

/** Accounts: every name of a service is found first, and what stands around it is looked at from there. */
function accounts(text: string): Found[] {
  const found: Found[] = [];
  const add = (kind: Found['kind'], start: number, end: number) => end !== -1 && found.push({ kind, start, end });
  for (const { index, 0: name } of text.matchAll(wechats)) {
    const end = index + name.length;
    add('wechat', index, namedEnd(text, end, accountEnd));
    add('wechat', index, endOf(talk, text, end));
    const before = same_before.exec(text.slice(Math.max(0, index - 3), index));
    if (before) add('wechat', index - before[0].length, Math.max(end, endOf(same_behind, text, end)));
  }
  for (const { index, 0: word } of text.matchAll(adds)) {
    const name = index + word.length;
    const end = endOf(added_wechat, text, name);
    if (end !== -1) add('wechat', index, Math.max(end, namedEnd(text, end, accountEnd)));
    add('qq', index, endOf(added_qq, text, name));
  }
  for (const { index, 0: name } of text.matchAll(v_names)) add('wechat', index, accountEnd(text, index + name.length));
  for (const { index, 0: name } of text.matchAll(qqs)) add('qq', index, namedEnd(text, index + name.length, qqNumberEnd));
  return found;
}

const place = '(?:com|cn|net|org|top|xyz|vip|cc|io|me|shop|site|info|club|ltd|tech|online|link|wang|fun|app|store)';
const dot = String.raw`(?:\s?[.。]\s?|\s*(?:\(dot\)|\[dot\]|点)\s*)`;
const dots = /[.。]|\(dot\)|\[dot\]|点/g;
const dot_before = /(?:[.。]|\(dot\)|\[dot\]|点)$/;
const last_label = new RegExp(`${place}(?:${dot}cn)?(?![a-z0-9-])`, 'y');
const path = /(?:\/[^\s\u3000-\u303f\uff00-\uffef\u4e00-\u9fff]*)?/y;
const blanks = /\s*/y;
const LABELS_MAX = 4;

/** Blanks that may stand on each side: a full stop ends sentences, too. */
const blanksBeside = (mark: string): number => (/[.。]/.test(mark) ? 1 : Number.POSITIVE_INFINITY);

function runBefore(text: string, at: number, sign: RegExp, most = Number.POSITIVE_INFINITY): number {
  let start = at;
  while (start > 0 && at - start < most && sign.test(text[start - 1] as string)) start -= 1;
  return start;
}

/** Where the name of a host begins whose last dot stands at this place; -1: nothing of one stands there. */
function hostStart(text: string, dot_at: number, last_dot: string): number {
  let start = -1;
  let at = dot_at;
  let mark = last_dot;
  for (let label = 0; label < LABELS_MAX; label += 1) {
    const end = runBefore(text, at, /\s/, blanksBeside(mark));
    const begin = runBefore(text, end, /[a-z0-9-]/);
    if (begin === end || (label === 0 && text[end - 1] === '-')) break;
    start = begin;
    const outer = runBefore(text, begin, /\s/);
    const before = dot_before.exec(text.slice(Math.max(0, outer - 5), outer));
    if (!before || begin - outer > blanksBeside(before[0])) break;
    mark = before[0];
    at = outer - mark.length;
  }
  return start > 0 && text[start - 1] === '@' ? -1 : start;
}

/** Names of hosts, found by their dots. */
function hosts(text: string): Found[] {
  const found: Found[] = [];
  for (const { index, 0: mark } of text.matchAll(dots)) {
    if (index < (found.at(-1)?.end ?? 0)) continue;
    const behind = index + mark.length;
    const name = endOf(blanks, text, behind);
    const end = name - behind > blanksBeside(mark) ? -1 : endOf(last_label, text, name);
    const start = end === -1 ? -1 : hostStart(text, index, mark);
    if (start !== -1) found.push({ kind: 'link', start, end: endOf(path, text, end) });
  }
  return found;
}

const ats = /@|\(at\)|\[at\]|艾特/g;
const mail_host = new RegExp(String.raw`\s*[a-z0-9-]+(?:${dot}[a-z0-9-]+)*${dot}[a-z]{2,}`, 'y');

/** Mail addresses, found by their signs in the middle. */
function mails(text: string): Found[] {
  return [...text.matchAll(ats)].flatMap(({ index, 0: mark }) => {
    const name_end = runBefore(text, index, /\s/);
    let start = runBefore(text, name_end, /[a-z0-9._+-]/);
    while (start < name_end && !/[a-z0-9]/.test(text[start] as string)) start += 1;
    const end = start === name_end ? -1 : endOf(mail_host, text, index + mark.length);
    return end === -1 ? [] : [{ kind: 'mail' as const, start, end }];
  });
}

const patterns: { kind: ContactDetail['kind']; pattern: RegExp }[] = [
  {
    kind: 'link',
    pattern: /(?:https?|ftp):\/\/[^\s\u3000-\u303f\uff00-\uffef\u4e00-\u9fff]+|www\.[a-z0-9-]+\.[^\s\u3000-\u303f\u4e00-\u9fff]+/g,
  },
  { kind: 'phone', pattern: /(?:电话|座机|手机|热线|致电|拨打|(?<![a-z])tel)(?:号码|号|是|为)?[\s:.,，是为-]*\d(?:[\s-]?\d){6,12}(?!\d)/g },
];

function patterned(text: string): Found[] {
  return patterns.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].map((hit) => ({ kind, start: hit.index, end: hit.index + hit[0].length })),
  );
}

/**
 * Every way of being reached in a text, in order and without overlap: phone numbers (also full-width, spaced, in Chinese numerals), accounts of WeChat and QQ
 * with the usual disguises, mail addresses, links. Dates, amounts, numbers of people and of orders are none. Its time grows with the text only.
 */
export function findContactDetails(text: string): ContactDetail[] {
  const { flat, from, to } = flatten(text);
  const as_digits = flat.replace(/[零〇○一壹幺二贰三叁四肆五伍六陆七柒八捌九玖]/g, (name) => chinese_digits[name] ?? name);
  const with_letters = as_digits.replace(/(?<=[\do][^a-z]?)o|o(?=[\do])/g, '0').replace(/(?<=\d)[li]|[li](?=\d)/g, '1');
  const found = [...new Set([flat, as_digits])].flatMap((form) => [mails, patterned, hosts, accounts].flatMap((find) => find(form)));
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
