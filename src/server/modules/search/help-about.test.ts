import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { helpAbout } from './help-about.ts';

const hrefs = (keyword: string) => helpAbout(keyword).map(({ href }) => href);
const ASKED = {
  '/about/guideReaders#退款': ['怎么退款', '能退钱吗', '买错了可以退费吗', '会员能退吗'],
  '/about/guideReaders#发票': ['开发票', '发票怎么开', '发票抬头在哪改'],
  '/about/vipIntroduce': ['会员多少钱', '会员免费', 'VIP 怎么开', '怎么办会员', '年卡价格'],
  '/about/guideReaders#优惠券余额与积分': ['优惠券怎么用', '余额能提吗'],
  '/about/points': ['积分能换什么'],
  '/about/problem': ['下载不了怎么办', '忘记密码', '文件打不开'],
  '/about/publishing': ['怎么上传作品', '我想卖方案', '作品审核要多久'],
  '/about/guidePublishers#提现': ['提现要多久', '收益怎么算'],
  '/about/guideSuppliers': ['供应商入驻', '企业认证怎么弄'],
  '/about/guideDemands': ['发布需求收费吗', '怎么接单'],
  '/about/beTeacher': ['我怎么成为讲师'],
  '/about/infringement': ['侵权投诉', '我的方案被盗用'],
  '/about/contact': ['怎么联系客服', '客服电话'],
  '/about/guideReaders#购买与下载': ['怎么支付', '二维码过期了'],
  '/about/guideOrganisers': ['怎么办沙龙', '沙龙检票'],
  '/about/study': ['课程有效期', '课能倍速吗'],
  '/about/guideReaders': ['策猫是什么'],
} as const;

it('finds the text of the help centre that answers who asks about the site', () => {
  for (const [href, keywords] of Object.entries(ASKED)) for (const keyword of keywords) expect(hrefs(keyword), keyword).toContain(href);
});

it('leads to texts and headings that stand', () => {
  for (const href of Object.keys(ASKED)) {
    const [path = '', heading] = href.split('#');
    const file = new URL(`../../../content/help/${path.replace('/about/', '')}.md`, import.meta.url);
    expect(existsSync(file), href).toBe(true);
    const headings = readFileSync(file, 'utf8').match(/^## .+$/gm) ?? [];
    if (heading)
      expect(
        headings.map((line) => line.slice(3).replaceAll('、', '')),
        href,
      ).toContain(heading);
  }
});

it('keeps silent where events are meant', () => {
  for (const keyword of ['年会方案', '会员日活动', 'VIP客户答谢会', '积分赛', '招商会', '婚礼报价', '入场式', '退场音乐', '发布会'])
    expect(hrefs(keyword), keyword).toEqual([]);
});
