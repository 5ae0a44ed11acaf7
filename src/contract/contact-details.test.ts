import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '../../tests/support/cpu-time.ts';
import { type ContactDetail, contactDetailsText, findContactDetails, maskContactDetails } from './contact-details.ts';

const found: [kind: ContactDetail['kind'], text: string, part: string][] = [
  ['phone', '请打 13800138000 找我', '13800138000'],
  ['phone', '13800138000元', '13800138000'],
  ['phone', '全角 １３８００１３８０００ 可以', '１３８００１３８０００'],
  ['phone', '1 3 8 0 0 1 3 8 0 0 0', '1 3 8 0 0 1 3 8 0 0 0'],
  ['phone', '138-0013-8000', '138-0013-8000'],
  ['phone', '138 0013 8000', '138 0013 8000'],
  ['phone', '138.0013.8000', '138.0013.8000'],
  ['phone', '+86 13800138000', '13800138000'],
  ['phone', '8613800138000', '8613800138000'],
  ['phone', '一三八零零一三八零零零', '一三八零零一三八零零零'],
  ['phone', '幺三八〇〇幺三八〇〇〇', '幺三八〇〇幺三八〇〇〇'],
  ['phone', '壹叁捌零零壹叁捌零零零', '壹叁捌零零壹叁捌零零零'],
  ['phone', '138零零138零零零', '138零零138零零零'],
  ['phone', '第一13800138000', '13800138000'],
  ['phone', '138OO138OOO', '138OO138OOO'],
  ['phone', '①③⑧⓪⓪①③⑧⓪⓪⓪', '①③⑧⓪⓪①③⑧⓪⓪⓪'],
  [
    'phone',
    '1\u200b3\u200b8\u200b0\u200b0\u200b1\u200b3\u200b8\u200b0\u200b0\u200b0',
    '1\u200b3\u200b8\u200b0\u200b0\u200b1\u200b3\u200b8\u200b0\u200b0\u200b0',
  ],
  ['phone', '2026-11-22 13800138000', '13800138000'],
  ['phone', '总机 010-12345678', '010-12345678'],
  ['phone', '0571 8888 8888', '0571 8888 8888'],
  ['phone', '(021)61234567', '021)61234567'],
  ['phone', '400-123-4567', '400-123-4567'],
  ['phone', '座机：8888 6666', '座机：8888 6666'],
  ['wechat', '微信 cehua_2026', '微信 cehua_2026'],
  ['wechat', '微信号：cehua2026，随时', '微信号：cehua2026'],
  ['wechat', '薇信cehua2026', '薇信cehua2026'],
  ['wechat', 'VX:cehua2026', 'VX:cehua2026'],
  ['wechat', 'ＶＸ：cehua2026', 'ＶＸ：cehua2026'],
  ['wechat', 'wx 88776655', 'wx 88776655'],
  ['wechat', '加我微信详聊', '加我微信详聊'],
  ['wechat', '有意加V，谢谢', '加V'],
  ['wechat', '加v：cehua2026', '加v：cehua2026'],
  ['wechat', 'V信联系', 'V信联系'],
  ['wechat', '手机微信同号', '手机微信同号'],
  ['wechat', 'v: cehua2026', 'v: cehua2026'],
  ['wechat', 'weixin: cehua2026', 'weixin: cehua2026'],
  ['qq', 'QQ 12345678', 'QQ 12345678'],
  ['qq', '扣扣号：八八六六五五四', '扣扣号：八八六六五五四'],
  ['qq', '加QQ聊', '加QQ'],
  ['qq', 'Q群 123456789', 'Q群 123456789'],
  ['qq', '企鹅 1234 5678', '企鹅 1234 5678'],
  ['mail', '发到 plan.cat@example.com 即可', 'plan.cat@example.com'],
  ['mail', 'plan＠example．com', 'plan＠example．com'],
  ['mail', 'plan(at)example点com', 'plan(at)example点com'],
  ['mail', 'plan艾特qq.com', 'plan艾特qq.com'],
  ['link', '见 https://example.com/a?b=1 的说明', 'https://example.com/a?b=1'],
  ['link', '见www.example.com/a', 'www.example.com/a'],
  ['link', '官网 example.com.cn 有', 'example.com.cn'],
  ['link', 'example点com', 'example点com'],
];

const not_found = [
  '',
  '2026年11月22日 14:00 到 17:30，浦东',
  '2026-11-22 至 2026-11-24',
  '2026.11.22 - 2026.11.24，共 3 天',
  '20261122',
  '预算 150000-200000 元',
  '预算 13000-150000 元',
  '预算 15 万到 20 万，含税',
  '预算 1,380,013 元；13,800,138,000 元也不行',
  '400-800 人，分 3 场',
  '人数 1500 人，40 桌，每桌 10 人',
  '订单号 20261122138001380001234',
  '订单 202611221380013800',
  '一三五七九，二四六八十',
  '一二三四五六七八九十',
  '1 3 5 7 9 11 13 15 17 19',
  '面积 1200 平，层高 8.5 米，LED 屏 12x4 米',
  '微信公众号运营和微信小程序开发',
  '微信支付、微信朋友圈投放',
  '加微信小程序抽奖环节',
  '现场要加VR体验和加VI设计，加VIP休息区',
  '企业微信扫码签到',
  'QQ音乐联名发布会',
  'Q1 季度会，Q4 年会',
  '企鹅主题乐园开业',
  '手机品牌新品发布会，电话会议系统 2 套',
  '方案.pdf、报价.xlsx、v2.0 版',
  '产品 A3.0 和 B12.5',
  '有威信的主持人',
  '@所有人 请看',
  'TCL.LG.三星三家品牌',
  '身高 170-185，模特 12 位',
  '9:00-12:00、13:30-18:00',
];

describe('contact details', () => {
  it.each(found)('finds %s in %s', (kind, text, part) => {
    expect(findContactDetails(text).map((one) => [one.kind, text.slice(one.start, one.end)])).toEqual([[kind, part]]);
  });

  it.each(not_found.map((text) => [text]))('finds nothing in %s', (text) => {
    expect(findContactDetails(text)).toEqual([]);
  });

  it('names every place in order, and the first in words', () => {
    const text = '电话13800138000，微信 cehua_2026，或 a@example.com';
    expect(findContactDetails(text).map((one) => one.kind)).toEqual(['phone', 'wechat', 'mail']);
    expect(contactDetailsText(text)).toBe('请不要写联系方式：「电话13800138000」看起来是电话号码');
    expect(contactDetailsText('年会策划')).toBeUndefined();
    expect(maskContactDetails(text)).toBe('电话****，微信****，或 a@****');
    expect(maskContactDetails('年会策划，13800138000 找我')).toBe('年会策划，13**** 找我');
    expect(maskContactDetails('')).toBe('');
  });

  it('A0 takes time that grows with the text only', () => {
    const starts = ['', '微信', '加我', 'qq', 'a@a.'];
    const signs = ['_', ' ', '点', 'a', '1', '@', '⑴', '.com/', 'vx', '加 '];
    for (const start of starts)
      for (const one of signs)
        for (const other of signs) {
          const text = start + (one + other).repeat(Math.floor(16_384 / (one + other).length));
          expect(
            leastCpuMs(() => findContactDetails(text)),
            `${start} ${one} ${other}`,
          ).toBeLessThan(20);
        }
  });

  it('reads every name of a host of more than four labels and behind dots, and a name between several separators', () => {
    const parts = (text: string) => findContactDetails(text).map((one) => text.slice(one.start, one.end));
    expect(parts('见…a.b.c.d.example.com')).toHaveLength(1);
    expect(parts('微信：————→ cehua_2026')).toEqual(['微信：————→ cehua_2026']);
    expect(parts('一句话。  app 开发')).toEqual([]);
  });
});
