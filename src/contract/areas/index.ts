import { account } from './account.ts';
import { active } from './active.ts';
import { admin } from './admin.ts';
import {
  type AreaPages,
  type CachedPage,
  CENTER_GROUPS,
  type CenterEntry,
  CONSOLE_GROUPS,
  type ConsoleScreen,
  type Section,
} from './area.ts';
import { article } from './article.ts';
import { assistant } from './assistant.ts';
import { bigcase } from './bigcase.ts';
import { bills } from './bills.ts';
import { center } from './center.ts';
import { company } from './company.ts';
import { demand } from './demand.ts';
import { design } from './design.ts';
import { help } from './help.ts';
import { mall } from './mall.ts';
import { offer } from './offer.ts';
import { ppt } from './ppt.ts';
import { programme } from './programme.ts';
import { recruit } from './recruit.ts';
import { request } from './request.ts';
import { resource } from './resource.ts';
import { salon } from './salon.ts';
import { shop } from './shop.ts';
import { study } from './study.ts';
import { talk } from './talk.ts';
import { teaching } from './teaching.ts';
import { vip } from './vip.ts';

/** Every area that has pages: a name for those with a file of their own, the rest in full. */
const areas: readonly AreaPages[] = [
  {
    name: 'shell',
    sections: [{ key: 'home', title: '首页', route: '/', order: 0 }],
    screens: [
      { key: 'banners', title: '弹窗与推广', route: '/admin/banners', verb: 'banner.edit', group: '营销', order: 66 },
      { key: 'announcements', title: '公告', route: '/admin/announcements', verb: 'banner.edit', group: '营销', order: 65 },
      { key: 'gifts', title: '新人礼物', route: '/admin/gifts', verb: 'banner.edit', group: '营销', order: 67 },
    ],
    pages: [
      { path: '/', in_sitemap: true },
      { path: '/hmh', params: { type: 'number', kind: 'word', id: 'number' } },
      { path: '/robots.txt' },
      { path: '/sitemap.xml' },
      { path: '/sitemap-pages.xml' },
      { path: '/feed.xml', params: { kind: 'word', tag: 'number', uid: 'number' } },
      { path: '/sitemap-items.xml', params: { kind: 'word', month: 'word', page: 'number' } },
      // only in a benchmark's build
      { path: '/__empty' },
    ],
  },
  account,
  center,
  company,
  {
    name: 'verification',
    center: [
      {
        key: 'myEnterprise',
        group: 'sells',
        title: '我的企业',
        route: '/personalCenter/myEnterprise',
        about: '企业认证、店铺与案例，认证后可以发布职位。',
        order: 39,
      },
      {
        key: 'myVerify',
        group: 'account',
        title: '实名认证',
        route: '/personalCenter/myVerify',
        about: '认证后可以发布需求。',
        order: 145,
      },
    ],
  },
  offer,
  {
    name: 'wallet',
    screens: [{ key: 'withdrawals', title: '提现', route: '/admin/withdrawals', verb: 'order.see', group: '交易', order: 32 }],
  },
  programme,
  bigcase,
  ppt,
  design,
  resource,
  article,
  request,
  demand,
  {
    name: 'contact',
    screens: [{ key: 'contacts', title: '联系解锁', route: '/admin/contacts', verb: 'order.see', group: '交易', order: 34 }],
  },
  {
    name: 'chat',
    screens: [{ key: 'chat', title: '会话消息', route: '/admin/chat', verb: 'review.decide', group: '内容', order: 15 }],
  },
  {
    name: 'opinion',
    center: [
      {
        ...{ key: 'myReviews', group: 'sells', title: '收到的评价', route: '/personalCenter/myReviews', order: 22 },
        about: '买家对您作品的评价，可以回复一次。',
      },
    ],
    screens: [{ key: 'opinions', title: '作品评价', route: '/admin/opinions', verb: 'review.see', group: '内容', order: 54 }],
  },
  {
    name: 'infringement',
    center: [
      {
        ...{ key: 'myInfringement', group: 'account', title: '侵权通知', route: '/personalCenter/myInfringement', order: 155 },
        about: '提交侵权通知、查看处理到哪一步；针对您作品的通知在这里声明。',
      },
    ],
    screens: [{ key: 'infringements', title: '侵权通知', route: '/admin/infringements', verb: 'review.see', group: '内容', order: 55 }],
  },
  {
    name: 'discount',
    center: [
      {
        ...{ key: 'myDiscounts', group: 'sells', title: '优惠码', route: '/personalCenter/myDiscounts', order: 21 },
        about: '给自己的作品和门票发优惠码，看每个码带来多少成交。',
      },
    ],
    screens: [{ key: 'discounts', title: '发布者优惠码', route: '/admin/discounts', verb: 'review.see', group: '交易', order: 35 }],
  },
  {
    name: 'client-link',
    center: [
      {
        ...{ key: 'myClientLinks', group: 'work', title: '客户链接', route: '/personalCenter/myClientLinks', order: 46 },
        about: '把买到或自己做的方案发给客户看：可设密码与期限，随时撤回，谁看过有记录。',
      },
    ],
    screens: [{ key: 'clientLinks', title: '客户链接', route: '/admin/clientLinks', verb: 'review.see', group: '内容', order: 57 }],
  },
  assistant,
  {
    name: 'paper',
    center: [
      {
        ...{ key: 'myPapers', group: 'work', title: '我的文档', route: '/personalCenter/myPapers', order: 47 },
        about: '助手写的大纲、预算、流程存成文档继续改：自动保存，合计与时间自动算，可找回历史版本。',
      },
      {
        ...{ key: 'exportTemplate', group: 'account', title: '导出模板', route: '/personalCenter/exportTemplate', order: 47 },
        about: '导出的文档带上您的名称、标志、颜色和页脚；企业账号的模板，员工也能用。',
      },
    ],
  },
  shop,
  recruit,
  salon,
  talk,
  study,
  teaching,
  vip,
  {
    name: 'search',
    screens: [
      { key: 'wishes', title: '读者登记的需求', route: '/admin/wishes', verb: 'wish.answer', group: '用户', order: 42 },
      { key: 'searches', title: '搜索词', route: '/admin/searches', verb: 'search.see', group: '搜索', order: 70 },
      { key: 'searchDesk', title: '搜索结果', route: '/admin/searchDesk', verb: 'search.see', group: '搜索', order: 71 },
      { key: 'searchWords', title: '搜索用词', route: '/admin/searchWords', verb: 'search.see', group: '搜索', order: 72 },
      { key: 'searchPins', title: '置顶作品', route: '/admin/searchPins', verb: 'search.see', group: '搜索', order: 73 },
      { key: 'searchJudged', title: '搜索考题', route: '/admin/searchJudged', verb: 'search.see', group: '搜索', order: 74 },
    ],
  },
  {
    name: 'ad',
    screens: [{ key: 'ads', title: '广告播放', route: '/admin/ads', verb: 'banner.edit', group: '内容', order: 56 }],
  },
  help,
  {
    name: 'coupon',
    screens: [
      { key: 'coupons', title: '优惠券', route: '/admin/coupons', verb: 'coupon.edit', group: '营销', order: 60 },
      { key: 'couponBatches', title: '兑换码', route: '/admin/couponBatches', verb: 'coupon.edit', group: '营销', order: 61 },
    ],
  },
  {
    name: 'union',
    pages: [{ path: '/vip/union', params: { id: 'number' }, in_sitemap: true }],
    screens: [
      { key: 'unions', title: '联合会员', route: '/admin/unions', verb: 'campaign.edit', group: '营销', order: 66 },
      { key: 'unionRights', title: '联合权益', route: '/admin/unionRights', verb: 'campaign.edit', group: '营销', order: 67 },
    ],
  },
  active,
  mall,
  admin,
  bills,
  {
    name: 'operations',
    screens: [{ key: 'system', title: '系统', route: '/admin/system', verb: 'system.see', group: '技术', order: 78 }],
  },
  {
    name: 'notice',
    screens: [{ key: 'deliveries', title: '未送达的通知', route: '/admin/deliveries', verb: 'jobs.see', group: '技术', order: 93 }],
  },
  {
    name: 'tracking',
    pages: [{ path: '/dead-links.txt' }],
    screens: [
      { key: 'visits', title: '访问统计', route: '/admin/visits', verb: 'visit.see', group: '数据', order: 12 },
      { key: 'engines', title: '搜索引擎', route: '/admin/engines', verb: 'visit.see', group: '数据', order: 14 },
    ],
  },
];

export const sections: readonly Section[] = areas.flatMap((area) => area.sections ?? []).toSorted((a, b) => a.order - b.order);

/** The section, or null while it has no pages: what would lead there is then left out. */
export function findSection(key: string): Section | null {
  return sections.find((section) => section.key === key) ?? null;
}

/** The menu of the personal centre: headings that have entries, each with them in their order. */
export const centerGroups: ReadonlyArray<{ key: string; title: string; entries: readonly CenterEntry[] }> = Object.entries(CENTER_GROUPS)
  .map(([key, title]) => ({
    key,
    title,
    entries: areas
      .flatMap((area) => area.center ?? [])
      .filter(({ group }) => group === key)
      .toSorted((a, b) => a.order - b.order),
  }))
  .filter(({ entries }) => entries.length > 0);

export const cachedPages: readonly CachedPage[] = areas.flatMap((area) => area.pages ?? []);

export const consoleScreens: readonly ConsoleScreen[] = areas.flatMap((area) => area.screens ?? []).toSorted((a, b) => a.order - b.order);

/** The menu of the console, group by group. */
export const consoleGroups = CONSOLE_GROUPS.map((title) => ({ title, screens: consoleScreens.filter(({ group }) => group === title) }));
