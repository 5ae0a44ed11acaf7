import { expect, it } from 'vitest';
import { filledAddress } from './filled-address.ts';

it.each([
  ['/receiveOrder/index?keyword=', '/receiveOrder/index'],
  ['/receiveOrder/index?keyword=&field=2', '/receiveOrder/index?field=2'],
  ['/search?type=ppt&keyword=', '/search?type=ppt'],
  ['/programme?', '/programme'],
  ['/programme?&page=2&', '/programme?page=2'],
])('H12 %s leads to %s', (from, to) => {
  expect(filledAddress(from)).toBe(to);
});

it.each(['/programme', '/programme?page=2', '/search?keyword=%20', '/a?flag', '/a?x==', '/a?=', '/a?b=c=d'])('H12 %s stays', (url) => {
  expect(filledAddress(url)).toBeNull();
});
