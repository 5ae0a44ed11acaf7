import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { toneOf } from '#kit/console/State.tsx';
import { cellText, dataText, ListCell, longNumber } from './ListCell.tsx';

it('cuts a number that fills a phone before its last eight digits, and leaves the rest alone', () => {
  expect(longNumber('202611230956001234567')).toEqual({ head: '2026112309560', tail: '01234567' });
  expect(longNumber('W202611230956001234567')).toEqual({ head: 'W2026112309560', tail: '01234567' });
  for (const text of ['13800138000', '年会 2026112309560012345', '—', '12']) expect(longNumber(text), text).toBeNull();
});

it('tells what an event holds in names and values, and an empty one as nothing', () => {
  expect(dataText('{"item_id":12,"title":"年会","tags":["a"],"gone":null}')).toBe('item_id 12，标题 年会，tags ["a"]，gone null');
  expect(dataText('{"whole":false,"reason":"重复购买","amount_fen":9950}')).toBe('全额 否，原因 重复购买，金额 ¥99.50');
  expect(dataText('"plain"')).toBe('plain');
  expect([cellText('{}', 'data'), cellText('{"a":1}', 'data')]).toEqual(['—', '{"a":1}']);
});

it('takes the tone of a state from what its list declares, never from its words', () => {
  const options = [{ value: 'dead', title: '失败', tone: 'failed' as const }];
  const filters = [{ key: 'state', title: '状态', kind: 'choice' as const, options }];
  expect([toneOf(filters, 'state', '失败'), toneOf(filters, 'state', '全部失败'), toneOf(filters, 'result', '失败')]).toEqual([
    'failed',
    undefined,
    undefined,
  ]);
});

it('breaks no phone number, masked or whole', () => {
  const classOf = (cell: string) =>
    /class="([^"]*)/.exec(
      renderToStaticMarkup(<ListCell {...{ cell, kind: 'text', tone: undefined, first: false, href: '', cover: null }} />),
    )?.[1];
  for (const phone of ['139****8986', '13900008986']) expect(classOf(phone)).toContain('whitespace-nowrap');
  expect(classOf('亲子日')).toContain('staff-words');
});
