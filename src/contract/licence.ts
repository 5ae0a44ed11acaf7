import type { KindFacts } from './kind-facts.ts';

/** What a buyer may do with a work: chosen when it is bought, written into its order. */
export type Licence = 'personal' | 'company';
export const LICENCES: Readonly<Record<Licence, { name: string; about: string }>> = {
  personal: { name: '个人授权', about: '供购买者本人在自己的工作和给客户的提案中参考、改编，不得转售、转授权或公开原文件' },
  company: { name: '企业授权', about: '购买的企业的全部员工可在本企业的项目和给客户的提案中使用，不得转售、转授权或公开原文件' },
};
/** By agreement alone: no price is said, and nothing is promised. */
export const EXCLUSIVE = { name: '独家授权', about: '范围与价格由您与发布者另行约定，平台不代为报价' } as const;

/** Kinds whose works are sold with a choice: what is learnt is for who learns it. */
export const isLicensed = ({ sale, gives }: Pick<KindFacts, 'sale' | 'gives'>): boolean => sale !== undefined && gives !== 'lessons';

/** Licences beside the personal one, as a page shows them; yuan, 0: not sold. */
export interface OfferedLicences {
  company_price: number;
  exclusive: boolean;
}

/** 个人授权：供个人… ; empty where there is no choice to write down. */
export const licenceText = (licence: Licence): string => `${LICENCES[licence].name}：${LICENCES[licence].about}`;
