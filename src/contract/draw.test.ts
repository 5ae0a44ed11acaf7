import { describe, expect, it } from 'vitest';
import {
  addressFaults,
  checkRound,
  drawMessage,
  hitOf,
  type PublishedDraw,
  type PublishedRound,
  rollOf,
  sha256Hex,
  type TablePrize,
  tableFault,
  tableText,
  totalWeight,
  userTag,
} from './draw.ts';

const prize = (place: number, weight: number, stock: number | null = null, replace: number | null = null): TablePrize => ({
  ...{ place, title: `奖品 ${place}`, type: 2, weight, stock, replace },
});
const TABLE = [prize(1, 1, 2, 2), prize(2, 9, 5, 3), prize(3, 90)];

/** A closed round of so many draws, made by the published rules. */
async function makeRound(num: number): Promise<{ round: PublishedRound; draws: PublishedDraw[] }> {
  const seed = 'c0ffee'.repeat(10);
  const table_text = tableText(TABLE);
  const left = new Map(TABLE.map(({ place, stock }) => [place, stock]));
  const draws: PublishedDraw[] = [];
  for (let number = 1; number <= num; number++) {
    const draw = { number, user: await userTag(7, number % 5), user_seed: `s${number}` };
    const hit = hitOf(TABLE, await rollOf(seed, drawMessage(7, draw), totalWeight(TABLE)));
    let given = TABLE.find(({ place }) => place === hit) as TablePrize;
    while (given.replace !== null && left.get(given.place) === 0) given = TABLE.find(({ place }) => place === given.replace) as TablePrize;
    const stock = left.get(given.place) ?? null;
    if (stock !== null) left.set(given.place, stock - 1);
    draws.push({ ...draw, hit, given: given.place });
  }
  const facts = { id: 7, title: '测试', state: 'closed' as const, ends_at: 0, closed_at: 0, draws_num: num };
  return { round: { ...facts, seed, seed_hash: await sha256Hex(seed), table_text, table_hash: await sha256Hex(table_text) }, draws };
}

describe('a draw', () => {
  it('is what was published: a vector that anyone can compute', async () => {
    expect(await sha256Hex('seed')).toBe('19b25856e1c150ca834cffc8b59b23adbd0ec0389e58eb22b3b64768098d002b');
    // printf '7|user|mine|1' | openssl dgst -sha256 -hmac seed begins with f6d51aa1, which is 4141161121
    expect(await rollOf('seed', drawMessage(7, { user: 'user', user_seed: 'mine', number: 1 }), 100)).toBe(21);
  });

  it('hits the places by their weights, first to last', () => {
    expect([0, 1, 9, 10, 99].map((roll) => hitOf(TABLE, roll))).toEqual([1, 2, 2, 3, 3]);
    expect(() => hitOf(TABLE, 100)).toThrow();
  });

  it('is even: chi-square over 6,000 draws of ten equal places', async () => {
    const counts = Array.from({ length: 10 }, () => 0);
    const num = 6_000;
    for (let number = 0; number < num; number++) {
      const roll = await rollOf('any seed', drawMessage(1, { user: 'u', user_seed: '', number }), 10);
      counts[roll] = (counts[roll] ?? 0) + 1;
    }
    const expected = num / 10;
    const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // nine degrees of freedom: one in a hundred thousand is beyond 39.3; the seed is fixed, so this is no game of chance
    expect(chi).toBeLessThan(39.3);
  });

  it('throws away instead of folding: a total beyond half of 2^32 is as even', async () => {
    const total = 3_000_000_000;
    let low = 0;
    for (let number = 0; number < 4_000; number++) if ((await rollOf('s', `1|u||${number}`, total)) < total / 2) low += 1;
    // folded back, two thirds would be low
    expect(low / 4_000).toBeGreaterThan(0.46);
    expect(low / 4_000).toBeLessThan(0.54);
  });
});

describe('a prize table', () => {
  it.each<[string, TablePrize[], string | null]>([
    ['that ends at what never runs out', TABLE, null],
    ['without prizes', [], '请填写奖品'],
    ['with one place twice', [prize(1, 1), prize(1, 1)], '奖品序号不能重复'],
    ['without weight', [prize(1, 0)], '权重之和应为 1 至 1000000000'],
    ['whose stock has no replacement', [prize(1, 1, 3)], '有库存的奖品需要替补奖品，不限库存的不需要'],
    ['that replaces in a circle', [prize(1, 1, 1, 2), prize(2, 1, 1, 1)], '替补奖品不能循环'],
    ['that replaces itself', [prize(1, 1, 1, 1)], '替补奖品不能循环'],
    ['that replaces by nothing', [prize(1, 1, 1, 9)], '替补奖品不存在'],
  ])('%s', (_name, prizes, fault) => expect(tableFault(prizes)).toBe(fault));
});

describe('checking a round', () => {
  it('finds nothing in one that went by the rules, also after the stock ran out', async () => {
    const { round, draws } = await makeRound(300);
    expect(draws.some(({ hit, given }) => hit !== given)).toBe(true);
    expect(await checkRound(round, draws)).toEqual({ checked: 300, faults: [] });
  });

  it.each<[string, (made: { round: PublishedRound; draws: PublishedDraw[] }) => void]>([
    ['another seed', ({ round }) => Object.assign(round, { seed: 'other' })],
    ['another table', ({ round }) => Object.assign(round, { table_text: tableText([prize(1, 1), prize(2, 9), prize(3, 90)]) })],
    ['a changed hit', ({ draws }) => Object.assign(draws[4] as object, { hit: draws[4]?.hit === 3 ? 1 : 3 })],
    ['a changed gift', ({ draws }) => Object.assign(draws[4] as object, { given: draws[4]?.given === 3 ? 1 : 3 })],
    ['a draw that was left out', ({ draws }) => draws.splice(3, 1)],
    ['two draws that changed places', ({ draws }) => draws.splice(3, 2, draws[4] as PublishedDraw, draws[3] as PublishedDraw)],
  ])('finds %s', async (_name, spoil) => {
    const made = await makeRound(30);
    spoil(made);
    expect((await checkRound(made.round, made.draws)).faults).not.toEqual([]);
  });
});

describe('M-403 an address', () => {
  const good = { receiver: '王小明', address: '上海市静安区', tel: '13800000000' };
  it.each([
    [good, {}],
    [{ ...good, receiver: ' ' }, { receiver: '请输入收件人姓名' }],
    [{ ...good, address: '' }, { address: '请输入收件地址' }],
    [{ ...good, tel: '' }, { tel: '请输入收件人手机号码' }],
    [{ ...good, tel: '12800000000' }, { tel: '请填写正确的手机号码' }],
    [{ ...good, tel: '1380000000' }, { tel: '请填写正确的手机号码' }],
    [{ ...good, tel: '19900000000' }, {}],
  ])('%o: %o', (form, faults) => expect(addressFaults(form)).toEqual(faults));
});
