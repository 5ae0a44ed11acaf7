import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { HUB_TYPES } from '#contract/hub.ts';
import { choiceField, idField, wholeNumber } from '#contract/input-fields.ts';
import { itemCardOutput } from '#contract/outputs/item.ts';
import { adOutput, giftOutput } from '#contract/outputs/promotion.ts';
import { BANNER_FULL, BANNER_TYPES, REPORT_CLICK, REPORT_SHOWN } from '#contract/promotion.ts';

const call = callsOf('promotion');
const HUB_NUMBERS = Object.keys(HUB_TYPES).map(Number);

export const promotionHubCalls = {
  index: call('GET', '/hmh/hmh/index', {
    summary: '当前读者的广告：type 9 为全站弹窗',
    auth: 'optional',
    input: z.object({ type: choiceField('没有这个类型', BANNER_TYPES).default(BANNER_FULL) }),
    output: z.strictObject({ list: z.array(adOutput) }),
  }),
  pop: call('GET', '/hmh/hmh/pop', {
    summary: '栏目弹窗：place 为栏目编号，没有时 ad 为 null',
    auth: 'optional',
    input: z.object({ place: wholeNumber('栏目为 0 至 7', 0, 7).default(0) }),
    output: z.strictObject({ ad: adOutput.nullable() }),
  }),
  click: call('PUT', '/hmh/hmh/addclick', {
    summary: '记录广告：type 1 为点击，2 为展示，click_id 为广告编号',
    auth: 'none',
    limit: { points: 60, window_s: 60 },
    open: { click_id: 'shown' },
    input: z.object({ type: choiceField('类型为 1 或 2', [REPORT_CLICK, REPORT_SHOWN]), click_id: idField }),
    output: z.null(),
  }),
  hub: call('GET', '/hmh/hmh/gethmhlist', {
    summary: '汇集页：type 1 方案与 PPT，2 资源，3 设计，4 大案例，0 其他',
    auth: 'none',
    input: z.object({ type: choiceField('类型为 0 至 4', HUB_NUMBERS).default(0) }),
    output: z.strictObject({ type: z.int(), title: z.string(), ads: z.array(adOutput), list: z.array(itemCardOutput) }),
  }),
  register: call('GET', '/hmh/hmh/registerbanner', {
    summary: '注册横幅：img 为第一张图片，没有图片时用 list 中的文字',
    auth: 'none',
    output: z.strictObject({ img: z.string(), list: z.array(adOutput) }),
  }),
  upgrade: call('GET', '/hmh/hmh/vipupgrade', {
    summary: '会员升级弹窗：isopen 为 1 时显示一次',
    auth: 'optional',
    output: z.strictObject({ isopen: z.literal([0, 1]), ad: adOutput.nullable() }),
  }),
  get_gift: call('GET', '/hmh/hmh/gift', {
    summary: '新人礼物',
    auth: 'none',
    output: z.strictObject({ list: z.array(giftOutput) }),
  }),
  put_gift: call('PUT', '/hmh/hmh/gift', {
    summary: '看过新人礼物：以后不再显示，issendbage 变为 1',
    output: z.null(),
  }),
};
