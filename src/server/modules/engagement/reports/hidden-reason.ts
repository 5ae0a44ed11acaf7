import { KINDS } from '#contract/kinds.ts';
import type { Item } from '../../catalog/index.ts';

const OWN: Readonly<Record<number, string>> = {
  [KINDS.demand.code]: '核查通过会恢复，剩余的开放时间不变；也可以修改后重新提交，由审核员查看。已选定的合作不受影响',
  [KINDS.salon.code]: '核查期间不再展示，也不能报名；已售的票仍然有效。核查通过会恢复，无需操作',
  [KINDS.job.code]: '核查期间暂停招聘，已收到的应聘不受影响。核查通过会恢复；也可以重新招聘，由审核员查看后决定',
};
const WORK = '核查通过会恢复；如有异议可恢复上架，由审核员查看后决定';

/** Why reports hid an item, and what comes next, as its publisher reads it in a message and in own lists. */
export const hiddenReason = ({ kind }: Pick<Item, 'kind'>): string => `多位用户举报，平台正在核查。${OWN[kind] ?? WORK}`;
