/** A part of the site that has pages. Header, home and publish menu show what stands here and nothing else, so no link is dead. */
export interface Section {
  key: string;
  title: string;
  route: string;
  /** Place in the menu, small first; the order of the specification's menu in steps of ten. */
  order: number;
  /** Entry of the publish menu. */
  publish?: { title: string; route: string };
}

/** A new section adds its line here. */
const registered: Section[] = [
  { key: 'home', title: '首页', route: '/', order: 0 },
  { key: 'programme', title: '方案', route: '/programme', order: 10, publish: { title: '发布方案', route: '/programme/add' } },
  { key: 'ppt', title: 'PPT', route: '/ppt', order: 20, publish: { title: '发布PPT模板', route: '/ppt/add' } },
];

export const sections: readonly Section[] = registered.toSorted((a, b) => a.order - b.order);

/** The section, or null while it has no pages: what would lead there is then left out. */
export function findSection(key: string): Section | null {
  return sections.find((section) => section.key === key) ?? null;
}

/** A page of the personal centre. */
export interface CenterEntry {
  key: string;
  title: string;
  route: string;
  /** One sentence for the overview. */
  about: string;
}

export const centerEntries: readonly CenterEntry[] = [
  {
    key: 'myOrder',
    title: '我的订单与下载',
    route: '/personalCenter/myOrder',
    about: '买过、兑换过、免费下载过的都在这里，随时再次下载。',
  },
  {
    key: 'mySchemeOrder',
    title: '我的方案订单',
    route: '/personalCenter/mySchemeOrder',
    about: '买过的方案随时再下载，未付的订单可以继续支付或关闭。',
  },
  {
    key: 'myPPTOrder',
    title: '我的PPT模板订单',
    route: '/personalCenter/myPPTOrder',
    about: '买过的 PPT 模板随时再下载，未付的订单可以继续支付或关闭。',
  },
  { key: 'myPublish', title: '我的发布', route: '/personalCenter/myPublish', about: '草稿、审核进度、上下架，以及每份方案的销量与收益。' },
  { key: 'myCollect', title: '我的收藏', route: '/personalCenter/myCollect', about: '收藏过的方案与模板，按类型查看。' },
  { key: 'myConcerns', title: '我的关注', route: '/personalCenter/myConcerns', about: '关注的发布者，一键看他们的新作品。' },
  { key: 'myWallet', title: '我的钱包', route: '/personalCenter/myWallet', about: '余额与每一笔变动；发布者的销售与收益。' },
  { key: 'myCoupon', title: '我的优惠券', route: '/personalCenter/myCoupon', about: '优惠券与下载券，以及它们的使用条件。' },
  { key: 'history', title: '历史足迹', route: '/history', about: '看过的内容，按时间回找。' },
  { key: 'mySetting', title: '账号设置', route: '/personalCenter/mySetting', about: '头像、昵称与资料，修改密码和手机号。' },
];
