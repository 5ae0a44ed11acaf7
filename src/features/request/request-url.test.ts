import { expect, it } from 'vitest';
import { askedRequestHref, chosenChips, readRequestFilter, requestListHref, requestListTitle } from './request-url.ts';

const fields = [
  { key: 'wedding', name: '婚礼策划' },
  { key: 'design', name: '平面设计' },
];
const read = (query: string) => readRequestFilter(new URLSearchParams(query), fields);

it('reads what it understands and drops the rest', () => {
  expect(read('keyword=%20%20&field=nothing&city=9999&budget=x&sort=new&after=drop&page=3')).toEqual({});
  expect(read('keyword= 年会  舞美 &field=design&city=3301&budget=large&sort=ends')).toEqual({
    ...{ keyword: '年会 舞美', field: 'design', province: 33, city: 3301, budget: 'large', sort: 'ends' },
  });
});

it('CH-2 an empty keyword is the hall without a query, and every state has one address', () => {
  expect(requestListHref(read('keyword='))).toBe('/receiveOrder/index');
  expect(askedRequestHref(new URLSearchParams('keyword='))).toBe('/receiveOrder/index?keyword=');
  const asked = new URLSearchParams('sort=ends&field=design');
  expect(requestListHref(readRequestFilter(asked, fields))).toBe('/receiveOrder/index?field=design&sort=ends');
});

it('keeps the place of a page, and a changed filter begins at its first', () => {
  const after = '2026-11-22 22:02:20.123456+00_12';
  const filter = read(new URLSearchParams({ field: 'design', after }).toString());
  expect(filter.after).toBe(after);
  expect(requestListHref(filter, { budget: 'small' })).toBe('/receiveOrder/index?field=design&budget=small');
  expect(readRequestFilter(new URL(requestListHref(filter, { after }), 'http://x').searchParams, fields)).toEqual(filter);
});

it('names what is chosen, each with the way to take it away', () => {
  const filter = read('keyword=年会&province=33&city=3301');
  expect(chosenChips(filter, fields)).toEqual([
    { label: '“年会”', href: '/receiveOrder/index?province=33&city=3301' },
    { label: '浙江省', href: `/receiveOrder/index?${new URLSearchParams({ keyword: '年会' })}` },
    { label: '杭州市', href: `/receiveOrder/index?${new URLSearchParams({ keyword: '年会', province: '33' })}` },
  ]);
  expect(requestListTitle(filter, fields)).toBe('年会 浙江省 杭州市 - 接单大厅');
  expect(requestListTitle({}, fields)).toBe('接单大厅');
});
