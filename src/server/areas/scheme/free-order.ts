import { z } from 'zod';
import type { FreeOrder } from '#contract/promotion.ts';
import { endpoint } from '../../http/endpoint.ts';
import { noInput } from '../../http/fields.ts';
import { defineSetting, getSetting } from '../../modules/settings/index.ts';

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
  { title: '免单活动', about: '开启后 /scheme/index/freeorder 的 free 为 1，供侧边工具栏显示免单横幅。' },
);

export const freeOrderOutput = z.strictObject({
  free: z.literal([0, 1]),
  img: z.string(),
  icon: z.string(),
}) satisfies z.ZodType<FreeOrder>;

export const freeOrderEndpoint = endpoint({
  method: 'GET',
  path: '/scheme/index/freeorder',
  summary: '免单活动：free 为 1 时显示横幅',
  tag: 'scheme',
  auth: 'none',
  input: noInput,
  output: freeOrderOutput,
  handle: async (ctx): Promise<FreeOrder> => {
    const { on, img, icon } = await getSetting(ctx, freeOrderSetting);
    return { free: on ? 1 : 0, img, icon };
  },
});
