import { expect, it } from 'vitest';
import { type ShownTicket, ticketPath } from '#contract/salon.ts';
import { paperOf } from './ticket-paper.ts';

const AT = Date.parse('2027-01-03T13:30:00+08:00') / 1000;
const TICKET: ShownTicket = {
  ...{
    given: false,
    online: null,
    certified: false,
    code: 'A10E 7731',
    state: 'valid',
    seq: 2,
    kind_name: '早到席',
    seat: '',
    holder: '阿*',
  },
  salon: { id: 1, title: '年度趋势', state: 'open', city: '杭州', venue: '文化中心', address: '良渚', starts_at: AT, ends_at: AT + 14_400 },
};

it('a printed ticket says the year, the day and the code that its page says, and no code once it is over', () => {
  expect(paperOf(TICKET, ticketPath('s'))).toMatchObject({
    when: '2027年1月3日 周日 13:30 至 17:30',
    holder: '早到席 · No.002 · 阿*',
    state: '票码 A10E 7731 · 待使用',
  });
  expect(paperOf({ ...TICKET, state: 'refunded' }, '')).toMatchObject({ state: '已退票', note: '这张门票不能再使用。' });
});
