import type { EmployeeRight } from '#contract/employee.ts';
import { JOB_PATHS } from '#contract/job.ts';
import { paths } from '#contract/paths.ts';

export interface RightDoor {
  text: string;
  href: string;
  /** What of the right's text is found there. */
  nouns: readonly string[];
}

/** Where each right leads, in the name of the enterprise. */
export const RIGHT_DOORS: Record<EmployeeRight, readonly RightDoor[]> = {
  publish: [
    { text: '企业案例', href: paths.shops.cases, nouns: ['案例'] },
    { text: '企业资源', href: '/personalCenter/myPublish?kind=resource', nouns: ['资源'] },
  ],
  recruit: [
    { text: '招聘', href: JOB_PATHS.mine, nouns: ['应聘'] },
    { text: '发布招聘', href: JOB_PATHS.add, nouns: ['职位'] },
  ],
  orders: [
    { text: '企业订单', href: '/personalCenter/myOrder?view=orders', nouns: ['订单'] },
    { text: '企业下载', href: '/personalCenter/myOrder', nouns: ['下载'] },
  ],
  money: [{ text: '企业钱包', href: '/personalCenter/myWallet', nouns: ['钱包明细'] }],
};
