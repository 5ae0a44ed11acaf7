import { z } from 'zod';
import type { RequestField } from '#contract/request.ts';
import type { Ctx } from '../../app/ctx.ts';
import { defineSetting, getSetting } from '../settings/index.ts';

const FIELDS = [
  'activity=活动策划',
  'wedding=婚礼策划',
  'design=平面设计',
  'space=舞美与3D',
  'copy=文案脚本',
  'host=主持演艺',
  'film=摄影摄像',
  'build=搭建物料',
  'venue=场地推荐',
  'other=其他',
];

export const requestFieldsSetting = defineSetting(
  'request_fields',
  z
    .array(z.string().regex(/^[a-z]{2,20}=[^=＝]{1,12}$/, '每行应为 编码=名称，例如 wedding=婚礼策划'))
    .min(1)
    .max(30)
    .default(FIELDS),
  {
    group: '合作与沟通',
    title: '接单大厅的领域',
    about: '每行一个，写作 编码=名称，按此顺序显示；编码只用小写字母，改名称不影响已发布的求单，删掉的领域不再可选。',
    is_public: true,
  },
);

export const requestPlanners = defineSetting('request_planners', z.int().min(1).max(50).meta({ unit: '人' }).default(5), {
  group: '合作与沟通',
  title: '一个求单最多几人接',
  about: '达到人数后不再接受新的接单；修改只影响之后发布的求单。',
});

export const requestAnswersDaily = defineSetting('request_answers_daily', z.int().min(0).max(500).meta({ unit: '个' }).default(10), {
  group: '合作与沟通',
  title: '每天可接单数',
  about: '一个用户每天（北京时间）可以接多少个求单，0 为不能接单。',
});

export const requestOpenMost = defineSetting('request_open_most', z.int().min(1).max(200).meta({ unit: '个' }).default(10), {
  group: '合作与沟通',
  title: '同时进行的求单数',
  about: '一个用户同时可以有多少个等待接单或沟通中的求单。',
});

export const requestReviewMode = defineSetting(
  'request_review',
  z
    .enum(['auto', 'hold'])
    .meta({ labels: { auto: '立即公开', hold: '审核后公开' } })
    .default('auto'),
  {
    group: '审核与安全',
    title: '求单审核',
    about: '立即公开：提交后立即出现在大厅；审核后公开：提交后等待审核。',
  },
);

/** Fields of the hall, in the order that staff gave. */
export async function requestFields(ctx: Ctx): Promise<RequestField[]> {
  return (await getSetting(ctx, requestFieldsSetting)).map((line) => {
    const at = line.indexOf('=');
    return { key: line.slice(0, at), name: line.slice(at + 1).trim() };
  });
}
