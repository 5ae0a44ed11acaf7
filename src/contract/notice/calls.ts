import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { flagField, idField, limitField, pageField, textField, wholeNumber } from '#contract/input-fields.ts';
import { TOPIC_OF_TYPE } from '#contract/notice.ts';
import { ownPageOutput } from '#contract/outputs/center.ts';
import { noticeEventOutput, noticeRowOutput, noticeSettingsOutput } from '#contract/outputs/notice.ts';

const call = callsOf('user');

const hourField = wholeNumber('请选择 0 至 23 点', 0, 23);
const numOutput = z.strictObject({ num: z.int() });

export const noticeCalls = {
  list: call('GET', '/user/message', {
    summary: '我的消息；type 0 为全部，1 起为各类；is_read 0 只列未读，不写则全部',
    input: z.object({
      type: wholeNumber('类型无效', 0, TOPIC_OF_TYPE.length).default(0),
      p: pageField,
      limit: limitField(4),
      is_read: wholeNumber('取值应为 0 或 1', 0, 1).optional(),
      cache: flagField.optional(),
    }),
    output: ownPageOutput(noticeRowOutput),
  }),
  num: call('GET', '/user/message/num', {
    summary: '未读消息数，最多数到 100；seq 为消息变动的位置，从这里接着听',
    output: z.strictObject({ num: z.int(), seq: z.int() }),
  }),
  read: call('PUT', '/user/message/read', {
    summary: '把一条消息标为已读，返回剩余未读数',
    owned: { id: 'notice' },
    input: z.object({ id: idField }),
    output: numOutput,
  }),
  all: call('PUT', '/user/message/readAll', {
    summary: '全部标为已读，返回剩余未读数；topic 为一类消息，不写则所有',
    input: z.object({ topic: z.enum(TOPIC_OF_TYPE, { error: '类型无效' }).optional() }),
    output: numOutput,
  }),
  stream: call('GET', '/user/message/stream', {
    summary: '消息的变动：新消息、已读、全部已读；按 Accept 回答为流或一页，after 为已知的位置',
    input: z.object({ after: wholeNumber('位置无效', 0, Number.MAX_SAFE_INTEGER).default(0) }),
    output: z.strictObject({ events: z.array(z.strictObject({ seq: z.int(), data: noticeEventOutput })), seq: z.int() }),
  }),
  get_settings: call('GET', '/user/message/settings', {
    summary: '我的消息设置：各类消息走哪些渠道、免打扰时段、每日汇总',
    output: noticeSettingsOutput,
  }),
  put_settings: call('PUT', '/user/message/settings', {
    summary: '保存消息设置；ways 的键为 主题:渠道，没有写到的按默认',
    input: z.object({
      ways: z.record(z.string().max(40), flagField).default({}),
      quiet_from: hourField,
      quiet_to: hourField,
      digest: flagField.default(false),
      ask_rating: flagField.default(true),
    }),
    output: noticeSettingsOutput,
  }),
  mail: call('POST', '/user/message/mail', {
    summary: '设置接收消息的邮箱并发送验证码；留空则不再发邮件',
    body_only: true,
    limit: { points: 10, window_s: 3_600 },
    input: z.object({ mail: textField('邮箱', 100).default('') }),
    output: noticeSettingsOutput,
  }),
  confirm_mail: call('POST', '/user/message/mailConfirm', {
    summary: '用邮件里的验证码确认邮箱',
    body_only: true,
    limit: { points: 20, window_s: 3_600 },
    input: z.object({ code: textField('验证码', 12, 1) }),
    output: noticeSettingsOutput,
  }),
  unsubscribe: call('POST', '/user/message/unsubscribe', {
    summary: '按邮件里的链接退订一类邮件；邮件程序可直接 POST',
    auth: 'none',
    limit: { points: 60, window_s: 60 },
    input: z.object({ u: idField, t: textField('主题', 20, 1), s: textField('签名', 64, 1) }),
    output: z.strictObject({ topic: z.string() }),
  }),
};
