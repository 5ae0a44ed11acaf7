import { COMPANY_PATH } from '../company.ts';
import type { AreaPages } from './area.ts';

/** What a company pays for and its people use. */
export const company: AreaPages = {
  name: 'company',
  center: [
    {
      ...{ key: 'myCompany', group: 'account', title: '企业团队', route: COMPANY_PATH, order: 46 },
      about: '为同事购买会员席位，邀请、分配与收回。',
    },
  ],
  screens: [{ key: 'transfers', title: '对公转账', route: '/admin/transfers', verb: 'transfer.handle', group: '每日', order: 34 }],
};
