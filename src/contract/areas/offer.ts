import { OWN_OFFERS_PATH } from '../offer.ts';
import type { AreaPages } from './area.ts';

/** Offers for demands, and what came of them. */
export const offer: AreaPages = {
  name: 'offer',
  center: [
    {
      key: 'myOffer',
      group: 'work',
      title: '我的报价',
      route: OWN_OFFERS_PATH,
      about: '为需求提交的报价、为招标提交的投标，达成的合作与评价。',
      order: 43,
    },
  ],
  screens: [
    { key: 'agreements', title: '需求合作', route: '/admin/agreements', verb: 'deal.see', group: '合作', order: 64 },
    { key: 'ratings', title: '合作评价', route: '/admin/ratings', verb: 'deal.see', group: '合作', order: 65 },
  ],
};
