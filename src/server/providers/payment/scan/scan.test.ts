import { expect, it } from 'vitest';
import { type Reader, wayOf } from './scan.ts';

const ALL = new Map([
  ['wechat', { inside_way: 'jsapi', phone_way: 'h5' }],
  ['alipay', { inside_way: 'wap', phone_way: 'wap' }],
] as const);
const LITTLE = new Map([
  ['wechat', { inside_way: 'native', phone_way: null }],
  ['alipay', { inside_way: 'native', phone_way: 'native' }],
] as const);
const phone = (of: Partial<Reader>): Reader => ({ inside: null, on_phone: true, wants: null, ...of });

it.each<[string, Partial<Reader>, string | null, string | null]>([
  ['in WeChat', { inside: 'wechat' }, 'wechat jsapi', 'wechat native'],
  ['in WeChat, though Alipay was chosen', { inside: 'wechat', wants: 'alipay' }, 'wechat jsapi', 'wechat native'],
  ['in Alipay', { inside: 'alipay' }, 'alipay wap', 'alipay native'],
  ['in a browser, WeChat chosen', { wants: 'wechat' }, 'wechat h5', null],
  ['in a browser, Alipay chosen', { wants: 'alipay' }, 'alipay wap', 'alipay native'],
  ['in a browser, nothing chosen', {}, null, null],
  ['at a desk, WeChat chosen', { on_phone: false, wants: 'wechat' }, null, null],
])('M17 pays %s with what is contracted', (_where, reader, all, little) => {
  const said = (of: Parameters<typeof wayOf>[0]) => {
    const way = wayOf(of, phone(reader));
    return way && `${way.channel} ${way.way}`;
  };
  expect([said(ALL), said(LITTLE)]).toEqual([all, little]);
});
