import { KINDS, type KindFacts, VIP_ALL, VIP_BIDDING } from './kinds.ts';

const SOLD = Object.values<KindFacts>(KINDS).flatMap(({ sale }) => (sale ? [sale] : []));
const OF_KINDS: readonly number[] = [...new Set(SOLD.map(({ vip_type }) => vip_type)), VIP_ALL];
const OPENING: readonly number[] = [...new Set(SOLD.flatMap(({ opened_by }) => (opened_by ? [opened_by.vip_type] : []))), VIP_ALL];
const TENDERS: readonly number[] = [VIP_BIDDING, VIP_ALL];

/** A rule of the product that gives a benefit. Every benefit of a plan names one: what no rule gives is not sold (decision 0205). */
interface EquityRule {
  title: string;
  /** The memberships that have it. */
  vip_types: readonly number[];
  /** For specs without a daily limit only. */
  unlimited?: true;
}

export const EQUITY_RULES = {
  discount: { title: '付费内容按会员价', vip_types: OF_KINDS },
  unlock: { title: '会员专享内容可解锁', vip_types: OF_KINDS },
  unlimited: { title: '每天解锁不限次数', vip_types: OF_KINDS, unlimited: true },
  album: { title: '大案例云相册与原图', vip_types: OPENING },
  tenders: { title: '参与投标', vip_types: TENDERS },
  tender_files: { title: '下载招标文件', vip_types: TENDERS },
  offers: { title: '每天更多报价', vip_types: TENDERS },
} as const satisfies Record<string, EquityRule>;

export type EquityRuleName = keyof typeof EQUITY_RULES;

/** Null: no rule of this name gives anything. */
export const equityRule = (name: string): EquityRule | null =>
  Object.hasOwn(EQUITY_RULES, name) ? EQUITY_RULES[name as EquityRuleName] : null;

/** What a membership's benefits can be. */
export const rulesOf = (vip_type: number): Array<{ name: EquityRuleName; title: string }> =>
  (Object.keys(EQUITY_RULES) as EquityRuleName[])
    .filter((name) => equityRule(name)?.vip_types.includes(vip_type))
    .map((name) => ({ name, title: EQUITY_RULES[name].title }));

/** What is wrong with the benefits of a plan, in words; null: nothing. */
export function equitiesFault(
  vip_type: number,
  equities: ReadonlyArray<{ id: number; desc: string; rule: string }>,
  specs: ReadonlyArray<{ show_date: string; max_download_pre_day: number; without: readonly number[] }>,
): string | null {
  for (const { id, desc, rule: name } of equities) {
    const rule = equityRule(name);
    if (!rule?.vip_types.includes(vip_type)) return `权益「${desc}」没有对应的规则：系统不会兑现的权益不能出售`;
    const limited = rule.unlimited && specs.find((spec) => spec.max_download_pre_day > 0 && !spec.without.includes(id));
    if (limited) return `套餐「${limited.show_date}」每天有次数限制，不能含「${desc}」`;
  }
  return null;
}
