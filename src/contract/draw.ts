/** The draw that anyone can check (decision 0143). Everything here runs in browsers, on the server and in the command alike. */
import type { PublishedDraw, PublishedRound } from './outputs/active.ts';
import { receiverFaults } from './receiver.ts';

export type { DrawChance, DrawResult, OwnPrize, OwnPrizes, PublishedDraw, PublishedRound } from './outputs/active.ts';

/** Draw activity of the specification. */
export const DRAW_ACTIVITY = 6;
/** Types of prizes (spec 3). */
export const PRIZE_MEMBERSHIP = 2;
export const PRIZE_GOODS = 5;

/** A line of a published prize table. */
export interface TablePrize {
  place: number;
  title: string;
  /** PRIZE_MEMBERSHIP or PRIZE_GOODS. */
  type: number;
  weight: number;
  /** Null: there is always one. */
  stock: number | null;
  /** Place of what is given when none is left. */
  replace: number | null;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hex = (bytes: ArrayBuffer | Uint8Array) =>
  [...new Uint8Array(bytes as ArrayBuffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export async function sha256Hex(text: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', bytesOf(text)));
}

/** The table as it is hashed: lines by place, fields in this order, no blanks. */
export function tableText(prizes: readonly TablePrize[]): string {
  const lines = prizes.toSorted((a, b) => a.place - b.place);
  return JSON.stringify(lines.map(({ place, title, type, weight, stock, replace }) => ({ place, title, type, weight, stock, replace })));
}

/** Who drew, without naming the account: fixed before the draw, so that it cannot be chosen. */
export async function userTag(round_id: number, user_id: number): Promise<string> {
  return (await sha256Hex(`${round_id}|${user_id}`)).slice(0, 16);
}

/** What is signed with the seed for one draw. */
export const drawMessage = (round_id: number, draw: Pick<PublishedDraw, 'user' | 'user_seed' | 'number'>): string =>
  `${round_id}|${draw.user}|${draw.user_seed}|${draw.number}`;

/**
 * A number from 0 below `total`, each equally likely: HMAC-SHA256(seed, message) read as 32-bit numbers, big end first; those beyond the
 * largest multiple of `total` are thrown away instead of folded back. Should all eight be thrown away, `message|1` goes on, and so on.
 */
export async function rollOf(seed: string, message: string, total: number): Promise<number> {
  const key = await crypto.subtle.importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const bound = Math.floor(2 ** 32 / total) * total;
  for (let again = 0; ; again++) {
    const signed = new DataView(await crypto.subtle.sign('HMAC', key, bytesOf(again === 0 ? message : `${message}|${again}`)));
    for (let at = 0; at < 32; at += 4) {
      const number = signed.getUint32(at);
      if (number < bound) return number % total;
    }
  }
}

export const totalWeight = (prizes: ReadonlyArray<Pick<TablePrize, 'weight'>>): number =>
  prizes.reduce((sum, { weight }) => sum + weight, 0);

/** The place that a roll hits: weights laid end to end by place. */
export function hitOf(prizes: ReadonlyArray<Pick<TablePrize, 'place' | 'weight'>>, roll: number): number {
  let left = roll;
  for (const { place, weight } of prizes.toSorted((a, b) => a.place - b.place)) {
    if (left < weight) return place;
    left -= weight;
  }
  throw new Error(`roll ${roll} is beyond the table`);
}

/** What is wrong with a table, for people; null: nothing. Every replacement must end at a prize that never runs out. */
export function tableFault(prizes: readonly TablePrize[]): string | null {
  const places = new Map(prizes.map((prize) => [prize.place, prize]));
  if (prizes.length === 0) return '请填写奖品';
  if (places.size !== prizes.length) return '奖品序号不能重复';
  if (prizes.some(({ title }) => title === '')) return '请填写奖品名称';
  if (totalWeight(prizes) < 1 || totalWeight(prizes) > 1_000_000_000) return '权重之和应为 1 至 1000000000';
  for (const prize of prizes) {
    if ((prize.stock === null) !== (prize.replace === null)) return '有库存的奖品需要替补奖品，不限库存的不需要';
    const seen = new Set<number>();
    for (let at: TablePrize | undefined = prize; at?.replace != null; at = places.get(at.replace)) {
      if (seen.has(at.place)) return '替补奖品不能循环';
      seen.add(at.place);
      if (!places.has(at.replace)) return '替补奖品不存在';
    }
  }
  return null;
}

/** What a check found; no faults: the round went as it was published. */
export interface RoundCheck {
  checked: number;
  faults: string[];
}

/** Checks a closed round from what was published alone: both hashes, every hit, every replacement, every stock. `draws`: all, by number. */
export async function checkRound(round: PublishedRound, draws: readonly PublishedDraw[]): Promise<RoundCheck> {
  const faults: string[] = [];
  if ((await sha256Hex(round.seed)) !== round.seed_hash) faults.push('公布的种子与开始前的哈希不符');
  if ((await sha256Hex(round.table_text)) !== round.table_hash) faults.push('奖品表与开始前的哈希不符');
  const prizes = JSON.parse(round.table_text) as TablePrize[];
  const places = new Map(prizes.map((prize) => [prize.place, prize]));
  const left = new Map(prizes.map(({ place, stock }) => [place, stock]));
  const total = totalWeight(prizes);
  if (draws.length !== round.draws_num) faults.push(`应有 ${round.draws_num} 次抽奖，公布了 ${draws.length} 次`);
  for (const [at, draw] of draws.entries()) {
    if (draw.number !== at + 1) faults.push(`第 ${at + 1} 次的编号是 ${draw.number}`);
    const hit = hitOf(prizes, await rollOf(round.seed, drawMessage(round.id, draw), total));
    if (hit !== draw.hit) faults.push(`第 ${draw.number} 次应抽中 ${hit}，公布的是 ${draw.hit}`);
    let given = places.get(hit);
    while (given?.replace != null && left.get(given.place) === 0) given = places.get(given.replace);
    if (!given) break;
    if (given.place !== draw.given) faults.push(`第 ${draw.number} 次应发放 ${given.place}，公布的是 ${draw.given}`);
    const stock = left.get(given.place);
    if (typeof stock === 'number') left.set(given.place, stock - 1);
  }
  return { checked: draws.length, faults };
}

export const PRIZE_STATES: Readonly<Record<string, string>> = {
  given: '已发放',
  unaddressed: '待填写收货地址',
  addressed: '待寄出',
  shipped: '已寄出',
  withdrawn: '订单已退款，奖品收回',
};

export const ADDRESS_MAX = 200;

/** Faults of an address by field; empty: none. */
export function addressFaults(form: {
  receiver: string;
  address: string;
  tel: string;
}): Partial<Record<'receiver' | 'address' | 'tel', string>> {
  const faults = receiverFaults(form);
  return form.address.trim() === '' ? { ...faults, address: '请输入收件地址' } : faults;
}

/** A round as staff write it. */
export interface RoundForm {
  title: string;
  ends_at: number;
  prizes: Array<TablePrize & { covers: string; covers_hor: string; vip_type: number; days: number; max_download_pre_day: number }>;
}

export const PRIZES_MOST = 20;
export const USER_SEED_MAX = 64;
export const LUCK_PAGE = '/active/luck';
