import { describe, expect, it } from 'vitest';
import { REGIONS } from '#contract/regions.ts';
import { REQUEST_BUDGET_MAX, REQUEST_MAX, REQUEST_MOVES, type RequestInput, type RequestState } from '#contract/request.ts';
import { type Answerable, answerRefusal, checkRequest, mayMove } from './rules.ts';

const NOW = new Date('2026-06-01T04:00:00Z');
const region = REGIONS.find(({ cities }) => cities.length > 0);
const other = REGIONS.find(({ cities, code }) => cities.length > 0 && code !== region?.code);
const INPUT: RequestInput = {
  ...{ title: '年会主视觉', detail: '', field: 'design', budget: 5_000, event_day: '2026-06-01', province: 0, city: 0 },
  ...{ pictures: [], days: 7, key: 'k' },
};
const faults = (change: Partial<RequestInput>) => checkRequest({ ...INPUT, ...change }, { today: '2026-06-01', fields: ['design'] });

describe('a request', () => {
  it('is well with the least that is asked: no detail, no place, no day, an open budget', () => {
    expect(faults({})).toEqual({});
    expect(faults({ budget: 0, event_day: '', province: region?.code ?? 0, city: region?.cities[0]?.code ?? 0 })).toEqual({});
  });
  it.each<[Partial<RequestInput>, keyof RequestInput, string]>([
    [{ title: '一二三' }, 'title', '标题至少 4 个字'],
    [{ title: '长'.repeat(REQUEST_MAX.title + 1) }, 'title', '标题最多 40 个字'],
    [{ title: '加我 13911112222' }, 'title', ''],
    [{ detail: '长'.repeat(REQUEST_MAX.detail + 1) }, 'detail', '说明最多 1000 个字'],
    [{ detail: '电话 13911112222' }, 'detail', ''],
    [{ field: 'constructor' }, 'field', '请选择领域'],
    [{ budget: -1 }, 'budget', '预算最多'],
    [{ budget: Number.NaN }, 'budget', '预算最多'],
    [{ budget: REQUEST_BUDGET_MAX + 1 }, 'budget', '预算最多'],
    [{ budget: 1.005 }, 'budget', '预算最多两位小数'],
    [{ event_day: '2026-05-31' }, 'event_day', '请选择今天以后的日期'],
    [{ event_day: '2026-06-31' }, 'event_day', '请选择今天以后的日期'],
    [{ event_day: '2026-6-9' }, 'event_day', '请选择今天以后的日期'],
    [{ province: 1 }, 'province', '请选择地区'],
    [{ province: region?.code ?? 0, city: other?.cities[0]?.code ?? 0 }, 'city', '请选择城市'],
    [{ province: 0, city: region?.cities[0]?.code ?? 0 }, 'city', '请选择城市'],
    [{ pictures: [1, 2, 3, 4] }, 'pictures', '最多 3 张图片'],
    [{ days: 4 }, 'days', '请选择多久截止'],
  ])('with %o is wrong at %s: %s', (change, name, text) => {
    const found = faults(change);
    expect(Object.keys(found)).toEqual([name]);
    expect(found[name]).toContain(text);
  });
  it('says one thing a field, all fields at once', () => {
    expect(Object.keys(faults({ title: '', days: 1, field: '' })).toSorted()).toEqual(['days', 'field', 'title']);
  });
});

it('what is settled or closed stays so; what ran out may go on', () => {
  const states = Object.keys(REQUEST_MOVES) as RequestState[];
  const to = (from: RequestState) => states.filter((state) => mayMove(from, state)).toSorted();
  expect([to('settled'), to('closed'), to('expired')]).toEqual([[], [], ['closed', 'open', 'talking']]);
  expect(states.filter((from) => mayMove(from, 'settled'))).toEqual(['talking']);
});

describe('answering', () => {
  const OPEN: Answerable = {
    ...{ asker_id: 1, state: 'open', closes_at: new Date(NOW.getTime() + 1), planners_num: 2, planners_max: 3, asker_gone: false },
  };
  it.each<[Partial<Answerable>, number, string]>([
    [{}, 2, ''],
    [{ state: 'talking' }, 2, ''],
    [{}, 1, '这是您自己发布的求单'],
    [{ state: 'settled' }, 2, '发布者已选定接单人'],
    [{ state: 'review' }, 2, '这个求单已结束，不再接受接单'],
    [{ state: 'closed' }, 2, '这个求单已结束，不再接受接单'],
    [{ closes_at: NOW }, 2, '这个求单已结束，不再接受接单'],
    [{ asker_gone: true }, 2, '发布者的账号已停用，这个求单暂不接受接单'],
    [{ planners_num: 3 }, 2, '接单人数已满'],
  ])('%o by %i: %j', (change, user_id, text) => expect(answerRefusal({ ...OPEN, ...change }, user_id, NOW)).toBe(text));
});
