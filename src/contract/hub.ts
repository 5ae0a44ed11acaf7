/** /hmh, where unknown paths and ids that show nothing lead to (spec 2.2): what each `type` offers instead. 1 and 2 are specified. */
export const HUB_TYPES = {
  0: { title: '没有找到这个页面', hint: '地址可能有误，或者页面已经搬走。', tab: '热门方案', kinds: ['scheme'] },
  1: { title: '没有找到这份内容', hint: '它可能已经下架，或者地址有误。', tab: '方案与 PPT', kinds: ['scheme', 'ppt'] },
  2: { title: '没有找到这个资源', hint: '它可能已经下架，或者地址有误。', tab: '资源', kinds: ['resource'] },
  3: { title: '没有找到这份设计', hint: '它可能已经下架，或者地址有误。', tab: '设计', kinds: ['design'] },
  4: { title: '没有找到这个案例', hint: '它可能已经下架，或者地址有误。', tab: '大案例', kinds: ['sample'] },
} as const;
export type HubType = keyof typeof HUB_TYPES;

/** What an address means; whatever is not known is a page that is not there. */
export const hubType = (text: string | null): HubType => (text !== null && Object.hasOwn(HUB_TYPES, text) ? (Number(text) as HubType) : 0);

export const hubPath = (type: HubType): string => (type === 0 ? '/hmh' : `/hmh?type=${type}`);

/** The page of a work that left: its own address answers with it. */
export const gonePath = ({ key }: { key: string }, id: number): string => `/hmh?kind=${key}&id=${id}`;
