import { expect, it } from 'vitest';
import { EMPTY_SALON, EMPTY_TICKET_KIND } from './salon.ts';
import { bestSeats, labelOf, type PlanBlock, planFaults, type SeatBlock, seatLabel, withSeatCapacity } from './seats.ts';

let next = 0;
/** Rows as they are drawn: `.` is free, `x` is taken. */
const drawn = (shape: PlanBlock['shape'], rows: readonly string[], aisle = 0): PlanBlock => {
  const chairs = rows[0]?.length ?? 0;
  const states = rows.join('').replaceAll('.', '0').replaceAll('x', '1');
  const ids = [...states].map(() => ++next);
  return { key: `b${next}`, name: 'A 区', shape, rows: rows.length, chairs, aisle, kind_id: 1, ids, states };
};
const named = (plan: PlanBlock[], count: number) => bestSeats(plan, 1, count).map((id) => labelOf(plan, id).replace('A 区 ', ''));

it('finds chairs side by side near the front and the middle, and leaves no single one', () => {
  expect(named([drawn('rows', ['.......'])], 3)).toEqual(['1 排 3 座', '1 排 4 座', '1 排 5 座']);
  expect(named([drawn('rows', ['.xx.x', '..xx.'])], 2)).toEqual(['2 排 1 座', '2 排 2 座']);
  // four of five in the middle would leave one
  expect(named([drawn('rows', ['x...x'])], 2)).toHaveLength(2);
  expect(named([drawn('rows', ['......'], 2)], 3)).toEqual(['1 排 3 座', '1 排 4 座', '1 排 5 座']);
});

it('seats a party at one table, the one that it fills best, and splits where it must', () => {
  const tables = drawn('tables', ['......', 'xxx...', '....xx']);
  expect(named([tables], 3).every((name) => name.startsWith('2 号桌'))).toBe(true);
  expect(named([tables], 4).every((name) => name.startsWith('3 号桌'))).toBe(true);
  const torn = drawn('rows', ['.x.x', '..xx']);
  expect(named([torn], 3)).toEqual(['2 排 1 座', '2 排 2 座', '1 排 3 座']);
  expect([named([torn], 5).length, bestSeats([torn], 2, 1), bestSeats([torn], 1, 0)]).toEqual([4, [], []]);
});

const block = (change: Partial<SeatBlock> = {}): SeatBlock => ({
  ...{ key: 'b1', kind: 'k1', name: 'A 区', shape: 'rows', rows: 2, chairs: 5, aisle: 0, closed: [] },
  ...change,
});

it('counts a kind by its open chairs and says what of a plan is wrong', () => {
  const form = (...plan: SeatBlock[]) => ({
    ...EMPTY_SALON,
    kinds: [EMPTY_TICKET_KIND, { ...EMPTY_TICKET_KIND, key: 'k2', capacity: '7' }],
    plan,
  });
  const counted = withSeatCapacity(form(block({ closed: ['1-1', '9-9'] }), block({ key: 'b2', name: '圆桌', shape: 'tables' })));
  expect(counted.kinds.map(({ capacity }) => capacity)).toEqual(['19', '7']);
  expect(planFaults(form(block(), block({ key: 'b2' })))).toEqual({ 'plan.1': '区域名称不能相同' });
  expect(planFaults(form(block({ kind: 'k9' }), block({ name: 'B', shape: 'tables', chairs: 40 })))).toMatchObject({
    'plan.0': '请选择票种',
  });
  expect(planFaults(form(block({ rows: 100, chairs: 60 })))['plan']).toContain('最多 1000 个座位');
  expect([seatLabel(block(), 3, 5), seatLabel(block({ shape: 'tables' }), 3, 5)]).toEqual(['A 区 3 排 5 座', 'A 区 3 号桌 5 座']);
});
