import { z } from 'zod';
import { CONTACT_CALLS, CONTACT_PLATFORM, CONTACT_TYPE } from '#contract/contact.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { choiceField, flagField, idField, textField } from '../../http/fields.ts';
import { callerChangeOutput, contactStateOutput } from '../../http/outputs/contact.ts';
import { changeCaller, contactState, sendCallerProof, unlockContact } from '../../modules/contacts/index.ts';
import { isSandboxSms } from '../../providers/sms/sandbox.ts';

const TAG = 'contact';
const asked = {
  rid: idField,
  type: choiceField('类型无效', [CONTACT_TYPE]).default(CONTACT_TYPE),
  platform: choiceField('平台无效', [CONTACT_PLATFORM]).default(CONTACT_PLATFORM),
  cache: flagField.optional(),
};

/** Contact of a resource's supplier. */
export const contactEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: CONTACT_CALLS.state,
    summary: '联系供应商：价格、可用的联系券、是否已解锁；已解锁时带隐私号码',
    tag: TAG,
    auth: 'user',
    input: z.object(asked),
    output: contactStateOutput,
    handle: (ctx, { rid }) => contactState(ctx, rid),
  }),
  endpoint({
    method: 'GET',
    path: CONTACT_CALLS.unlock,
    summary: '解锁联系方式，24 小时有效，期间再次请求不再扣费；use_coupon 为 1 时使用联系券；猫币不足时 code 为 8',
    tag: TAG,
    auth: 'user',
    limit: { points: 60, window_s: 60 },
    input: z.object({ ...asked, use_coupon: flagField.default(false) }),
    output: contactStateOutput,
    handle: (ctx, { rid, use_coupon }) => unlockContact(ctx, { item_id: rid, use_coupon }),
  }),
  endpoint({
    method: 'POST',
    path: CONTACT_CALLS.caller_code,
    summary: '向要用来拨打的号码发送验证码',
    tag: TAG,
    auth: 'user',
    limit: { points: 20, window_s: 3_600 },
    input: z.object({ mobile: textField('手机号码', 20), bind_id: idField }),
    owned_ids: ['bind_id'],
    output: z.strictObject({ sandbox: z.number() }),
    handle: async (ctx, input) => {
      await sendCallerProof(ctx, input);
      return { sandbox: isSandboxSms(ctx.app.providers.sms) ? 1 : 0 };
    },
  }),
  endpoint({
    method: 'POST',
    path: CONTACT_CALLS.caller,
    summary: '更换拨打用的本机号码：账号自己的手机号，或凭发到该号码的验证码',
    tag: TAG,
    auth: 'user',
    limit: { points: 20, window_s: 60 },
    input: z.object({ mobile: textField('手机号码', 20), captcha: textField('验证码', 16).default(''), bind_id: idField }),
    owned_ids: ['bind_id'],
    output: callerChangeOutput,
    handle: (ctx, input) => changeCaller(ctx, input),
  }),
];
