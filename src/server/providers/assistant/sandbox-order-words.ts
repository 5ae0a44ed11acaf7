import { numberOf } from '#contract/number-words.ts';

/** Words that orders to change a document have in common. */

/** Why an order is not carried out, for people. */
export class OrderFault extends Error {}

/** A name of a row, in as few words as it has. */
export const NAME = '(\\S[^，,；;。]{0,29}?)';
const DELETES = [
  new RegExp(`^(?:删掉|删除|删去|去掉|不要|取消|移除)${NAME}(?:这一?[行项章条个]|环节)?$`, 'u'),
  new RegExp(`^${NAME}(?:删掉|删除|删去|去掉|不要了|取消)$`, 'u'),
];
export const deletedName = (order: string): string | undefined =>
  DELETES.map((one) => one.exec(order)?.[1]).find((name) => name !== undefined);

/** The one of all that a name means. @throws OrderFault */
export function oneOf<T>(all: readonly T[], name: string, ways: ReadonlyArray<(one: T) => string>): T {
  for (const way of ways) {
    const same = all.filter((one) => way(one) === name);
    const found = same.length > 0 ? same : all.filter((one) => way(one).includes(name));
    if (found.length > 1) throw new OrderFault(`“${name}”不止一处：${found.map((one) => way(one)).join('、')}，请写全名称`);
    if (found[0] !== undefined) return found[0];
  }
  throw new OrderFault(`没有找到“${name}”`);
}

/** Half an hour, 15分钟, 一个半小时; null: none. */
export function minutesOf(text: string): number | null {
  const [, half, number = '', unit] =
    /^(?:(半个?小时|半个?钟头?)|([\d.]{1,4}|[一二两三四五六七八九十]{1,3})(分钟|分|个半小时|个?小时|个?钟头|刻钟))$/u.exec(text) ?? [];
  if (half !== undefined) return 30;
  const n = numberOf(number);
  if (n === null || unit === undefined) return null;
  const minutes = /分/.test(unit) ? n : /刻/.test(unit) ? n * 15 : n * 60 + (/半/.test(unit) ? 30 : 0);
  return Number.isInteger(minutes) && minutes > 0 && minutes <= 1_440 ? minutes : null;
}
