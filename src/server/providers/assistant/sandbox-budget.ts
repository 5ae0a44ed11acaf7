import type { ResultOf } from '#contract/assistant-results.ts';
import { yuanText } from '#contract/assistant-text.ts';
import type { ToolInput } from '#contract/assistant-tools.ts';
import { withSums } from '#contract/result-sums.ts';
import { costsIn, type SaidCost } from '#contract/said-costs.ts';
import { asksOf, byTemplate, named, numberOf, ofActivity, venueOf } from './sandbox-input.ts';
import { namedBy, partsOf } from './sandbox-names.ts';
import { sparing, stepsOf, wishesOf } from './sandbox-wishes.ts';
import { COSTS } from './sandbox-words.ts';

type Budget = ResultOf<'budget'>;
type Row = Budget['rows'][number];

/** Of the budget's total: service and tax come on top of the sum, and the whole stays within it. */
const SUM_SHARE = (100 * 100) / (108 * 106);
const [SPEC_MOST, SHARES] = [120, 1_000];
const SAID = '简报写明';
/** One sum is for all of it. */
const WHOLE = /搭建|舞台|场地|餐|宴|车/;
/** Units as they are shown. */
const SHOWN: Readonly<Record<string, string>> = { 名: '人' };
const VENUE = /场地/;
const OF_VENUE = /场地|会场|层高/;
/** What is asked for and costs nothing of its own. */
const NO_COST = /：(?:不|无|没有|自理|自行)|着装|正装|穿着|准时|守时|保密|风格|色调|主色/;

interface Part {
  group: string;
  item: string;
  share: number;
  unit: string;
  spec: string;
}

/** Parts of the template that a name means: each whose own part it names, else the one that is nearest. */
function partsNamed(parts: readonly Part[], name: string): Part[] {
  const whole = parts.filter(({ item }) => [item, ...partsOf(item)].some((one) => one.length > 1 && name.includes(one)));
  return whole.length > 0 ? whole : partsOf(name).flatMap((piece) => namedBy(parts, piece, ({ item }) => item)[0] ?? []);
}

/** What of a part a name leaves to be paid: 节目 of 主持与节目. */
function leftOf(part: Part, name: string): Part[] {
  const all = partsOf(part.item);
  const left = all.filter((one) => !name.includes(one) && namedBy([one], name, String).length === 0);
  if (left.length === 0 || left.length === all.length || WHOLE.test(name)) return [];
  return [{ ...part, item: left.join('与'), share: Math.floor((part.share * left.length) / all.length) }];
}

const clipped = (...parts: readonly string[]): string => parts.filter(Boolean).join('；').slice(0, SPEC_MOST);

export function budget(input: ToolInput): Budget {
  const people = numberOf(input, 'people', 100);
  const total_fen = numberOf(input, 'total', 100_000) * 100;
  const sum_fen = Math.floor(total_fen * SUM_SHARE) - 2;
  const { costs } = costsIn(`费用明细：\n${input['costs'] ?? ''}`);
  const wishes = wishesOf(asksOf(input, false), true);
  const steps = stepsOf(input['more']).map(({ what }) => what);
  const refused = wishes.filter(({ unwanted }) => unwanted !== '');
  const wanted = wishes.filter(({ text, unwanted }) => unwanted === '' && !costs.some(({ name }) => text.includes(name)));
  const counts: Readonly<Record<string, number>> = { 人: people, 桌: Math.ceil(people / 10), 名: Math.max(2, Math.ceil(people / 50)) };
  const countOf = (unit: string): number => counts[unit] ?? 1;

  let parts: Part[] = ofActivity(COSTS, input).flatMap(([group, item, share, unit, spec]) => {
    const left = sparing(item, wishes);
    return left === '' ? [] : [{ group, item: left, share, unit, spec: sparing(spec, wishes) }];
  });
  const groups = parts.map(({ group }) => group);
  const said: Row[] = [];
  for (const cost of costs) {
    const taken = partsNamed(parts, cost.name);
    parts = parts.flatMap((part) => (taken.includes(part) ? leftOf(part, cost.name) : [part]));
    said.push(saidRow(cost, taken, groups, countOf));
  }
  const spent = said.reduce((sum, { amount_fen }) => sum + amount_fen, 0);
  const left_fen = Math.max(0, sum_fen - spent);
  const reserve = SHARES - ofActivity(COSTS, input).reduce((sum, [, , share]) => sum + share, 0);
  const shares = costs.length === 0 ? SHARES : reserve + parts.reduce((sum, { share }) => sum + share, 0);
  const shared = parts.map(({ share, unit, group, item, spec }): Row => {
    const quantity = countOf(unit);
    const price_fen = Math.floor((left_fen * share) / shares / quantity / 100) * 100;
    return { group, item, spec, quantity, unit: SHOWN[unit] ?? unit, price_fen, amount_fen: price_fen * quantity };
  });
  // what no money is left for is no row of nothing
  const without = costs.length === 0 ? [] : shared.filter(({ price_fen }) => price_fen === 0);
  const rows = inGroups(
    groups,
    said,
    shared.filter((row) => !without.includes(row)),
  );
  const rest = left_fen - shared.reduce((sum, { amount_fen }) => sum + amount_fen, 0);

  const of_venue = [venueOf(input), ...wanted.map(({ text }) => text).filter((text) => OF_VENUE.test(text))].filter(Boolean);
  const others = wanted.filter(({ text }) => !OF_VENUE.test(text));
  const [free, asked] = [others.filter(({ text }) => NO_COST.test(text)), others.filter(({ text }) => !NO_COST.test(text))];
  const venue_row = rows.find(({ item }) => VENUE.test(item)) ?? rows.find(({ group }) => VENUE.test(group));
  if (venue_row) venue_row.spec = clipped(...of_venue, venue_row.spec);
  for (const { text } of asked)
    rows.push({ group: '补充要求', item: text, spec: '待询价', quantity: 1, unit: '项', price_fen: 0, amount_fen: 0 });
  if (rest > 0 || costs.length === 0)
    rows.push({
      group: '其他',
      item: '机动备用金',
      spec: '现场增补与不可预见',
      quantity: 1,
      unit: '项',
      price_fen: rest,
      amount_fen: rest,
    });
  const made: Budget = {
    tool: 'budget',
    title: `${named(input)}预算表（${people} 人）${byTemplate(input)}`,
    rows,
    ...{ subtotal_fen: 0, service_fen: 0, tax_fen: 0, total_fen: 0 },
    note: '',
  };
  return {
    ...made,
    note: [
      compared(said, total_fen),
      `${costs.length > 0 ? '其余' : ''}各项金额是按固定比例从您填的总预算里分出来的，单价由此推算，不是市场行情；签约前请逐项向供应商询价。`,
      without.length > 0 ? `没有余额的各项没有列入：${without.map(({ item }) => item).join('、')}。` : '',
      asked.length > 0 ? '补充要求里待询价的各项还没有金额，询价后从机动备用金或其他项目里安排。' : '',
      venue_row || of_venue.length === 0 ? '' : `场地：${of_venue.join('；')}。`,
      free.length > 0 ? `另有不列费用的要求：${free.map(({ text }) => text).join('；')}。` : '',
      refused.length > 0 ? `按要求没有列入：${refused.map(({ text }) => text).join('；')}。` : '',
      steps.length > 0 ? `环节：${steps.join('、')}。` : '',
    ].join(''),
  };
}

/** A row of what the brief says, in the place of the parts of the template that it names. */
function saidRow({ name, fen, per }: SaidCost, taken: readonly Part[], groups: readonly string[], countOf: (unit: string) => number): Row {
  const [part] = taken;
  const is_whole = part !== undefined && taken.length === 1 && leftOf(part, name).length === 0;
  const unit = per || (part?.unit ?? '项');
  const quantity = per === '' && fen % countOf(unit) !== 0 ? 1 : countOf(unit);
  const price_fen = per === '' ? fen / quantity : fen;
  return {
    group: part?.group ?? (groups.includes(name) ? name : '其他'),
    item: is_whole && part.item.includes(name) ? part.item : name,
    spec: clipped(SAID, is_whole ? part.spec : ''),
    ...{ quantity, unit: quantity === 1 && per === '' ? '项' : (SHOWN[unit] ?? unit), price_fen, amount_fen: price_fen * quantity },
  };
}

/** Rows of a group stand together, in the order of the template: what the brief says first. */
function inGroups(groups: readonly string[], said: readonly Row[], shared: readonly Row[]): Row[] {
  const all = [...new Set([...groups, '其他'])];
  return all.flatMap((group) => [...said, ...shared].filter((row) => row.group === group));
}

/** What the brief's amounts come to beside the total. */
function compared(said: readonly Row[], total_fen: number): string {
  if (said.length === 0) return '';
  const sums = withSums({
    ...{ tool: 'budget', title: '', note: '', rows: [...said] },
    ...{ subtotal_fen: 0, service_fen: 0, tax_fen: 0, total_fen: 0 },
  });
  const [sum, fees] = [sums.subtotal_fen, sums.service_fen + sums.tax_fen];
  const yuan = (fen: number) => `¥${yuanText(fen)}`;
  const lead = `${SAID} ${said.length} 项，合计 ${yuan(sum)}，`;
  if (sum > total_fen) return `${lead}已超过总预算 ${yuan(total_fen)}，超出 ${yuan(sum - total_fen)}，请核对金额或调高总预算。`;
  if (sum + fees > total_fen)
    return `${lead}没有超过总预算 ${yuan(total_fen)}，但加上服务费和税金 ${yuan(fees)} 后超出 ${yuan(sum + fees - total_fen)}，请核对金额或调高总预算。`;
  const share = Math.round((sum * 1_000) / total_fen) / 10;
  return `${lead}占总预算 ${yuan(total_fen)} 的 ${share}%；余下的留出服务费和税金后分给其余各项。`;
}
