import { assert } from './assert.ts';

/** Money is integer fen (1 yuan = 100 fen) everywhere but on the wire and on the screen. */
export type Fen = number;

/** "19.90" for 1990. Never a trailing minus zero, always two decimals. */
export function fenToYuan(fen: Fen): string {
  assert(Number.isSafeInteger(fen), `fen must be an integer, got ${fen}`);
  const sign = fen < 0 ? '-' : '';
  const abs = Math.abs(fen);
  return `${sign}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, '0')}`;
}

/** 19.9 for 1990: amounts in answers of the gateway. Null stays null. */
export function yuan(fen: Fen): number;
export function yuan(fen: Fen | null): number | null;
export function yuan(fen: Fen | null): number | null {
  return fen === null ? null : fen / 100;
}

/** 1990 for "19.9" or 19.9; null when it is not an amount with at most two decimals between 0 and 10,000,000 yuan. */
export function yuanToFen(yuan: string | number): Fen | null {
  const match = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(String(yuan).trim());
  if (!match) return null;
  const fen = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return fen <= 1_000_000_000 ? fen : null;
}

/** `amount * numerator / denominator`, rounded half up, all integers. */
export function portion(amount: Fen, numerator: number, denominator: number): Fen {
  assert(Number.isSafeInteger(amount) && amount >= 0, 'portion of a negative amount');
  return Math.floor((amount * numerator * 2 + denominator) / (denominator * 2));
}

/** All of `amount` by these weights; no part is above its weight while the amount is not above their sum. */
export function split(amount: Fen, weights: readonly number[]): Fen[] {
  const sum = BigInt(weights.reduce((all, one) => all + one, 0));
  let [seen, given] = [0n, 0];
  return weights.map((weight) => {
    seen += BigInt(weight);
    const part = (sum === 0n ? 0 : Number((BigInt(amount) * seen) / sum)) - given;
    given += part;
    return part;
  });
}
