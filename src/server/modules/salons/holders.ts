import { checkPhone } from '#contract/identity.ts';
import { HOLDER_NAME_MAX, ORDER_TICKETS_MAX, type TicketHolder } from '#contract/salon.ts';
import type { Ctx } from '../../app/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { findKindsOf, type KindRow } from './repo.ts';
import type { TicketWish } from './sold-lines.ts';

/** A holder as the form sends it. */
export interface HolderInput {
  kind_id: number;
  /** The chair that they chose. */
  seat_id?: number | undefined;
  name: string;
  phone: string;
  /** By key of the question. */
  answers: Record<string, string>;
}

/** Sums of one kind count together. @throws AppError code 1 */
export function checkWish(lines: readonly TicketWish[]): TicketWish[] {
  const counts = new Map<number, number>();
  for (const { kind_id, count } of lines) if (count > 0) counts.set(kind_id, (counts.get(kind_id) ?? 0) + count);
  const sum = [...counts.values()].reduce((all, count) => all + count, 0);
  if (sum < 1) throw invalid({ tickets: '请选择门票' });
  if (sum > ORDER_TICKETS_MAX) throw invalid({ tickets: `一次最多购买 ${ORDER_TICKETS_MAX} 张` });
  return [...counts].map(([kind_id, count]) => ({ kind_id, count })).toSorted((a, b) => a.kind_id - b.kind_id);
}

/**
 * Names and answers of each seat, checked against what the kinds ask. `by_hand`: phones and answers may be left out.
 * @throws AppError code 1 with the wrong fields: `holders.0.name` ...
 */
export async function checkHolders(
  ctx: Ctx,
  salon_id: number,
  wish: readonly TicketWish[],
  given: readonly HolderInput[],
  by_hand = false,
): Promise<TicketHolder[]> {
  const kinds = new Map((await findKindsOf(ctx.db, salon_id)).map((kind) => [kind.id, kind]));
  const fits = wish.every(({ kind_id, count }) => kinds.has(kind_id) && given.filter((one) => one.kind_id === kind_id).length === count);
  if (!fits || given.length !== wish.reduce((sum, { count }) => sum + count, 0)) throw invalid({ holders: '请填写每一位参加者' });
  const errors: Record<string, string> = {};
  const chosen = given.flatMap(({ seat_id }) => seat_id ?? []);
  if (new Set(chosen).size < chosen.length) errors['seats'] = '一个座位只能坐一位';
  const holders = given.map((one, n) => {
    const fault = (field: string, text: string) => {
      const left_out = by_hand && (field === 'phone' ? one.phone : (one.answers[field] ?? '')) === '' && field !== 'name';
      if (!left_out) errors[`holders.${n}.${field}`] = text;
    };
    const name = nameOf(one, fault);
    const kind = kinds.get(one.kind_id) as KindRow;
    const answers = answersOf(kind, one.answers, fault);
    const chair = kind.seated && one.seat_id !== undefined ? { seat_id: one.seat_id } : {};
    return { kind_id: one.kind_id, name, phone: one.phone, answers, ...chair };
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return holders;
}

type Fault = (field: string, text: string) => void;

/** The name of somebody who comes; `fault` hears what is wrong with it or the phone. */
export function nameOf(one: { name: string; phone: string }, fault: Fault): string {
  const name = plainText(one.name).slice(0, HOLDER_NAME_MAX);
  if (name === '') fault('name', '请填写姓名');
  const wrong = checkPhone(one.phone);
  if (wrong) fault('phone', wrong);
  return name;
}

/** Answers to what a kind asks; `fault` hears what is wrong, by the key of the question. */
export function answersOf({ questions }: KindRow, given: Record<string, string>, fault: Fault): TicketHolder['answers'] {
  return questions.flatMap(({ key, label, required, options }) => {
    const answer = plainText(given[key] ?? '');
    if (answer === '' && required) fault(key, `请回答“${label}”`);
    if (answer !== '' && options.length > 0 && !options.includes(answer)) fault(key, `请选择“${label}”`);
    return answer === '' ? [] : [{ key, label, answer }];
  });
}
