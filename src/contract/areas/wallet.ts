import type { AreaPages } from './area.ts';

export const wallet: AreaPages = {
  name: 'wallet',
  screens: [{ key: 'withdrawals', title: '提现', route: '/admin/withdrawals', verb: 'order.see', group: '交易', order: 32 }],
};
