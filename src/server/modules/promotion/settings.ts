import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

const address = z
  .string()
  .trim()
  .max(300)
  .refine((text) => text === '' || /^(https:\/\/|\/)/.test(text), '请输入 https:// 或 / 开头的图片地址')
  .default('');

/** The banner "free order" beside the pages (CP142): shown only when it is on. */
export const freeOrderSetting = defineSetting(
  'free_order',
  z
    .object({
      on: z.boolean().default(false).meta({ title: '开启' }),
      img: address.meta({ title: '横幅图片' }),
      icon: address.meta({ title: '图标' }),
    })
    .default({ on: false, img: '', icon: '' }),
  { group: '会员、积分与活动', title: '免单活动', about: '开启后侧边工具栏显示免单横幅，/scheme/index/freeorder 的 free 为 1。' },
);

const outside = z
  .string()
  .trim()
  .max(300)
  .refine((text) => text === '' || /^https:\/\/[^\s"'<>]+$/.test(text), '请输入 https:// 开头的地址')
  .default('');

/** Sites of others that header and toolbar lead to; what is empty is not shown. */
/** Where resources are published: a platform of others, or a page of ours. */
const place = z
  .string()
  .trim()
  .max(300)
  .refine((text) => /^(?:|https:\/\/[^\s"'<>]+|\/[a-zA-Z][\w/]*)$/.test(text), '请输入 https:// 开头的地址，或本站的路径')
  .default('');

export const outsideLinks = defineSetting(
  'outside_links',
  z
    .object({ shop: outside.meta({ title: '商城网站' }), publish_resource: place.meta({ title: '发布资源的平台' }) })
    .default({ shop: '', publish_resource: '' }),
  { group: '页面与联系方式', title: '站外链接', about: '页头的商城入口与侧边的发布资源入口，在新窗口打开；留空则不显示。' },
);

const filed = (title: string) => z.string().trim().max(60).default('').meta({ title });

/** What the law wants below every page of a public site; what is empty is not shown. */
export const filings = defineSetting(
  'site_filings',
  z
    .object({
      company: filed('主办单位'),
      icp: filed('ICP 备案号'),
      police: filed('公安备案号'),
      licence: filed('增值电信业务许可证号'),
    })
    .default({ company: '', icp: '', police: '', licence: '' }),
  {
    group: '页面与联系方式',
    title: '备案与许可',
    about: '显示在每一页的页脚，备案号（如“沪ICP备2026000000号-1”）会链接到工信部和公安机关的查询页；留空则不显示。对公众开放前请填好。',
  },
);

/** What comes up by itself besides advertisements. */
export const popupSetting = defineSetting(
  'popups',
  z.object({ sign_in: z.boolean().default(false).meta({ title: '每天首次访问弹出签到日历' }) }).default({ sign_in: false }),
  { group: '会员、积分与活动', title: '自动弹出', about: '未签到的登录用户每天第一次打开页面时，弹出签到日历。' },
);
