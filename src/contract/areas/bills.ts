import type { AreaPages } from './area.ts';

export const bills: AreaPages = {
  name: 'bills',
  center: [
    {
      key: 'myInvoice',
      group: 'account',
      title: '发票',
      route: '/personalCenter/myInvoice',
      about: '可以开票的订单按一下就申请，开出的发票在这里下载或换开。',
      order: 35,
    },
  ],
  screens: [
    { key: 'income', title: '收入', route: '/admin/income', verb: 'bill.see', group: '数据', order: 22 },
    { key: 'invoices', title: '发票', route: '/admin/invoices', verb: 'invoice.handle', group: '每日', order: 32 },
    { key: 'claims', title: '拒付与投诉', route: '/admin/claims', verb: 'claim.handle', group: '每日', order: 33 },
    { key: 'months', title: '财务月结', route: '/admin/months', verb: 'bill.see', group: '交易', order: 35 },
    { key: 'ledger', title: '账本明细', route: '/admin/ledger', verb: 'bill.see', group: '交易', order: 36 },
    { key: 'memberPool', title: '会员分成', route: '/admin/memberPool', verb: 'bill.see', group: '交易', order: 37 },
    { key: 'differences', title: '对账', route: '/admin/differences', verb: 'bill.see', group: '交易', order: 34 },
  ],
};
