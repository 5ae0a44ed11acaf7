import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { textField } from '#contract/input-fields.ts';

const call = callsOf('sandbox');

export const sandboxWechatCalls = {
  get_wechat: call('GET', '/sandbox/wechat', {
    summary: '演示手机上可用的微信身份',
    auth: 'none',
    output: z.strictObject({ list: z.array(z.strictObject({ key: z.string(), nickname: z.string() })) }),
  }),
  post_wechat: call('POST', '/sandbox/wechat', {
    summary: '演示手机扫码登录：scan 扫码，confirm 以某个微信身份确认，cancel 取消',
    auth: 'none',
    input: z.object({
      state: z.string({ error: '二维码无效' }).regex(/^[\w-]{8,64}$/, '二维码无效'),
      action: z.enum(['scan', 'confirm', 'cancel'], { error: '操作无效' }),
      person: textField('微信身份', 20).optional(),
    }),
    output: z.null(),
  }),
};
