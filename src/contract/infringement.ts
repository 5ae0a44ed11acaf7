import type { StateTone } from './admin.ts';

/** Notices of infringement and their answers (民法典 1195, 1196; 电子商务法 42, 43). Times are unix seconds. */
export type { Infringement, InfringementPart, OwnInfringements, StaffInfringement } from './outputs/infringement.ts';

export const INFRINGEMENT_STATES = {
  waiting: '待核对材料',
  returned: '待补充材料',
  refused: '未受理',
  down: '已下架，等待发布者声明',
  countered: '发布者已声明，等待投诉人回复',
  stays: '已起诉或投诉，措施继续',
  restored: '已恢复展示',
  withdrawn: '已撤回',
  closed: '已结束',
} as const;
export type InfringementState = keyof typeof INFRINGEMENT_STATES;
/** The work is off the site for it. */
export const HOLDING = ['down', 'countered', 'stays'] as const satisfies readonly InfringementState[];
/** Nothing of it is over: one of a complainant and a work. */
export const ALIVE = ['waiting', 'returned', ...HOLDING] as const satisfies readonly InfringementState[];
export const INFRINGEMENT_TONES: Partial<Record<InfringementState, StateTone>> = {
  ...{ waiting: 'waiting', returned: 'waiting', countered: 'waiting', refused: 'over', withdrawn: 'over', closed: 'over' },
};

export const COMPLAINANTS = { holder: '权利人本人', agent: '受权利人委托' } as const;
/** Of the course, as both sides read it. */
export const INFRINGEMENT_STEPS = {
  filed: '提交侵权通知',
  returned: '平台要求补充材料',
  refused: '平台未受理',
  accepted: '平台受理，作品暂时下架，通知已转送发布者',
  countered: '发布者提交不侵权声明，已转送投诉人',
  word: '投诉人说明已起诉或已向主管部门投诉，措施继续',
  withdrawn: '投诉人撤回通知，措施结束',
  ended: '期限届满，投诉人没有回复，措施结束',
  lifted: '平台结束措施',
  left: '有关账号已注销，处理结束',
} as const;
export type InfringementStep = keyof typeof INFRINGEMENT_STEPS;

/** Days after a counter-notice reached the complainant (电子商务法 43). */
export const COUNTER_DAYS = 15;
export const INFRINGEMENT_LEAST = 20;
export const INFRINGEMENT_MAX = { name: 50, contact: 60, content: 3_000, reason: 500, address: 300, files: 6 } as const;
/** Notices of one person that are open at once, of one day, and refusals of ninety days after which no more are taken. */
export const INFRINGEMENT_MOST = { waiting: 10, day: 10, refused: 5 } as const;

export const infringementPath = (tab: 'sent' | 'received' | 'file' = 'sent', address = ''): string =>
  `/personalCenter/myInfringement?tab=${tab}${address && `&work=${encodeURIComponent(address)}`}`;
