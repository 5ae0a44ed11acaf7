import type { z } from 'zod';

/** What an input should be, in the words of people. */
const TYPES: Record<string, string> = {
  string: '文字',
  number: '数字',
  int: '整数',
  bigint: '整数',
  boolean: ' true 或 false',
  null: '空值',
  date: '日期',
  file: '文件',
  ...Object.fromEntries(['array', 'tuple', 'set'].map((name) => [name, '列表'])),
  ...Object.fromEntries(['object', 'record', 'map'].map((name) => [name, '对象'])),
};

const FORMATS: Record<string, string> = {
  email: '邮箱地址',
  url: '网址',
  date: '日期',
  time: '时间',
  datetime: '日期和时间',
  e164: '手机号',
  ipv4: ' IP 地址',
  ipv6: ' IP 地址',
};

const COUNTED: Record<string, string> = { string: '个字', array: '项', set: '项', map: '项', file: '字节' };
const SHOWN_MAX = 20;

type Raw = Parameters<z.core.$ZodErrorMap>[0];

/** The sentence of an input that its field does not refuse in words of its own. */
export function inputSentence(issue: Raw): string {
  const name = (issue.path ?? []).map(String).join('.').slice(0, 100);
  const subject = name === '' ? '提交的内容' : `“${name}”`;
  return issue.code === 'invalid_type' && issue.input === undefined ? `缺少${subject}` : said(issue, subject);
}

function said(issue: Raw, subject: string): string {
  switch (issue.code) {
    case 'invalid_type':
      return should(subject, TYPES[String(issue.expected)]);
    case 'invalid_value':
      return should(subject, oneOf(issue.values as readonly unknown[]));
    case 'invalid_format':
      if (issue.format === 'starts_with') return `${subject}应以“${String(issue.prefix)}”开头`;
      if (issue.format === 'ends_with') return `${subject}应以“${String(issue.suffix)}”结尾`;
      if (issue.format === 'includes') return `${subject}应含有“${String(issue.includes)}”`;
      return should(subject, FORMATS[String(issue.format)]);
    case 'too_big':
    case 'too_small':
      return `${subject}${bound(issue)}`;
    case 'not_multiple_of':
      return `${subject}应为 ${issue.divisor} 的倍数`;
    case 'unrecognized_keys':
      return `没有${(issue.keys as string[]).slice(0, SHOWN_MAX).map(quoted).join('、')}这个字段`;
    default:
      return `${subject}填写有误`;
  }
}

const should = (subject: string, what: string | undefined) => (what ? `${subject}应为${what}` : `${subject}格式不正确`);
const quoted = (text: string) => `“${text.slice(0, 100)}”`;

function oneOf(values: readonly unknown[]): string {
  const shown = values.slice(0, SHOWN_MAX).map(String).join('、');
  return values.length === 1 ? ` ${shown}` : ` ${shown}${values.length > SHOWN_MAX ? ' 等' : ''} 之一`;
}

/** How many or how much there may be: `最多 5 个字`, `不能小于 1`. */
function bound(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>): string {
  const most = issue.code === 'too_big';
  const limit = Number(most ? issue.maximum : issue.minimum);
  const unit = COUNTED[issue.origin];
  if (unit && issue.exact) return `应为 ${limit} ${unit}`;
  if (unit && limit === 1 && !most) return '不能为空';
  if (unit) return `${most ? '最多' : '至少'} ${limit} ${unit}`;
  if (issue.origin === 'date') return most ? '的日期太晚' : '的日期太早';
  if (!issue.inclusive) return `应${most ? '小于' : '大于'} ${limit}`;
  return `不能${most ? '大于' : '小于'} ${limit}`;
}
