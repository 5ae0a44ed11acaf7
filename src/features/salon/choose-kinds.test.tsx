import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { SalonPriceList } from '#contract/salon.ts';
import { ChooseKinds } from './ChooseKinds.tsx';
import { createTickets } from './tickets.store.ts';

const kind = (id: number, left: number): SalonPriceList['kinds'][number] => ({
  ...{ id, name: `票种${id}`, about: '', price: 99, early_price: -1, early_until: 0, member_price: -1 },
  ...{ online: false, capacity: 5, left, on_sale: true, your_price: 99, why: '', questions: [] },
});

const htmlOf = (kinds: SalonPriceList['kinds']): string => {
  const { $state, actions } = createTickets(1, () => undefined);
  const list: SalonPriceList = {
    ...{ id: 1, title: '闭门会', closed: '', is_member: false, most: 5, kinds, plan: [], refund_rules: [] },
    ...{ waiting: [], holder: { name: '', phone: '' }, server_time: 0 },
  };
  return renderToStaticMarkup(<ChooseKinds list={list} state={$state.get()} actions={actions} />);
};

it('offers the next step only while a seat can be taken, and the waiting list of each kind that is sold out', () => {
  const part = htmlOf([kind(1, 0), kind(2, 3)]);
  expect([part.includes('加入“票种1”的候补'), part.includes('加入“票种2”的候补'), part.includes('下一步')]).toEqual([true, false, true]);
  const none = htmlOf([kind(1, 0), kind(2, 0)]);
  expect([none.includes('加入“票种2”的候补'), none.includes('合计'), none.includes('下一步')]).toEqual([true, false, false]);
});
