import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { CONTACT_PLATFORM, CONTACT_TYPE } from '#contract/contact.ts';
import { choiceField, flagField, idField, textField } from '#contract/input-fields.ts';
import { callerChangeOutput, contactStateOutput } from '#contract/outputs/contact.ts';

const call = callsOf('contact');
const asked = {
  rid: idField,
  type: choiceField('类型无效', [CONTACT_TYPE]).default(CONTACT_TYPE),
  platform: choiceField('平台无效', [CONTACT_PLATFORM]).default(CONTACT_PLATFORM),
  cache: flagField.optional(),
};

export const contactCalls = {
  state: call('GET', '/resource/ResourceCall/resourcecall', {
    summary: '联系供应商：价格、可用的联系券、是否已解锁；已解锁时带隐私号码',
    owned: { rid: 'resource' },
    input: z.object(asked),
    output: contactStateOutput,
  }),
  unlock: call('GET', '/resource/ResourceCall/moneycall', {
    summary: '解锁联系方式，24 小时有效，期间再次请求不再扣费；use_coupon 为 1 时使用联系券；猫币不足时 code 为 8',
    limit: { points: 60, window_s: 60 },
    owned: { rid: 'resource' },
    input: z.object({ ...asked, use_coupon: flagField.default(false) }),
    output: contactStateOutput,
  }),
  caller_code: call('POST', '/callrecode/call_recode/callercode', {
    summary: '向要用来拨打的号码发送验证码',
    limit: { points: 20, window_s: 3_600 },
    owned: { bind_id: 'binding' },
    input: z.object({ mobile: textField('手机号码', 20), bind_id: idField }),
    output: z.strictObject({ sandbox: z.literal([0, 1]) }),
  }),
  caller: call('POST', '/callrecode/call_recode/updatecall', {
    summary: '更换拨打用的本机号码：账号自己的手机号，或凭发到该号码的验证码',
    limit: { points: 20, window_s: 60 },
    owned: { bind_id: 'binding' },
    input: z.object({ mobile: textField('手机号码', 20), captcha: textField('验证码', 16).default(''), bind_id: idField }),
    output: callerChangeOutput,
  }),
};
