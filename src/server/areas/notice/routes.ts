import { z } from 'zod';
import { NOTICE_CALLS, TOPIC_OF_TYPE } from '#contract/notice.ts';
import { requireUser } from '../../app/ctx.ts';
import { endpoint } from '../../http/endpoint.ts';
import { flagField, idField, limitField, noInput, pageField, textField, wholeNumber } from '../../http/fields.ts';
import { ownPageOutput } from '../../http/outputs/center.ts';
import { noticeEventOutput, noticeRowOutput, noticeSettingsOutput } from '../../http/outputs/notice.ts';
import { answerEvents } from '../../http/streams.ts';
import {
  changeMail,
  confirmMail,
  noticeEvents,
  noticeSettings,
  noticesOf,
  readAllNotices,
  readNotice,
  saveNoticeSettings,
  topicOf,
  unreadState,
  unsubscribe,
} from '../../modules/notices/index.ts';

const hourField = wholeNumber('请选择 0 至 23 点', 0, 23);
const numOutput = z.strictObject({ num: z.int() });

/** The specification names the fields of these calls and no address; `p` is its name of the page. */
export const noticeEndpoints = [
  endpoint({
    method: 'GET',
    path: NOTICE_CALLS.list,
    summary: '我的消息；type 0 为全部，1 起为各类；is_read 0 只列未读，不写则全部',
    tag: 'user',
    auth: 'user',
    input: z.object({
      type: wholeNumber('类型无效', 0, TOPIC_OF_TYPE.length).default(0),
      p: pageField,
      limit: limitField(4),
      is_read: wholeNumber('取值应为 0 或 1', 0, 1).optional(),
      cache: flagField.optional(),
    }),
    output: ownPageOutput(noticeRowOutput),
    handle: (ctx, { type, p, limit, is_read }) =>
      noticesOf(ctx, { only_unread: is_read === 0, topic: TOPIC_OF_TYPE[type - 1], page: p, limit }),
  }),
  endpoint({
    method: 'GET',
    path: NOTICE_CALLS.num,
    summary: '未读消息数，最多数到 100；seq 为消息变动的位置，从这里接着听',
    tag: 'user',
    auth: 'user',
    input: noInput,
    output: z.strictObject({ num: z.int(), seq: z.int() }),
    handle: (ctx) => unreadState(ctx),
  }),
  endpoint({
    method: 'PUT',
    path: NOTICE_CALLS.read,
    summary: '把一条消息标为已读，返回剩余未读数',
    tag: 'user',
    auth: 'user',
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: numOutput,
    handle: (ctx, { id }) => readNotice(ctx, id),
  }),
  endpoint({
    method: 'PUT',
    path: NOTICE_CALLS.all,
    summary: '全部标为已读，返回剩余未读数；topic 为一类消息，不写则所有',
    tag: 'user',
    auth: 'user',
    input: z.object({ topic: z.enum(TOPIC_OF_TYPE, { error: '类型无效' }).optional() }),
    output: numOutput,
    handle: (ctx, { topic }) => readAllNotices(ctx, topic),
  }),
  endpoint({
    method: 'GET',
    path: NOTICE_CALLS.stream,
    summary: '消息的变动：新消息、已读、全部已读；按 Accept 回答为流或一页，after 为已知的位置',
    tag: 'user',
    auth: 'user',
    input: z.object({ after: wholeNumber('位置无效', 0, Number.MAX_SAFE_INTEGER).default(0) }),
    output: z.strictObject({ events: z.array(z.strictObject({ seq: z.int(), data: noticeEventOutput })), seq: z.int() }),
    handle: async (ctx, { after }, c) => {
      const source = {
        topics: [topicOf(requireUser(ctx))],
        read: (from: number, limit: number) => noticeEvents(ctx, from, limit),
      };
      return (await answerEvents(ctx, c, after, source)) as Response;
    },
  }),
  endpoint({
    method: 'GET',
    path: NOTICE_CALLS.settings,
    summary: '我的消息设置：各类消息走哪些渠道、免打扰时段、每日汇总',
    tag: 'user',
    auth: 'user',
    input: noInput,
    output: noticeSettingsOutput,
    handle: (ctx) => noticeSettings(ctx),
  }),
  endpoint({
    method: 'PUT',
    path: NOTICE_CALLS.settings,
    summary: '保存消息设置；ways 的键为 主题:渠道，没有写到的按默认',
    tag: 'user',
    auth: 'user',
    input: z.object({
      ways: z.record(z.string().max(40), flagField).default({}),
      quiet_from: hourField,
      quiet_to: hourField,
      digest: flagField.default(false),
    }),
    output: noticeSettingsOutput,
    handle: (ctx, input) => saveNoticeSettings(ctx, input),
  }),
  endpoint({
    method: 'POST',
    path: NOTICE_CALLS.mail,
    summary: '设置接收消息的邮箱并发送验证码；留空则不再发邮件',
    tag: 'user',
    auth: 'user',
    body_only: true,
    limit: { points: 10, window_s: 3_600 },
    input: z.object({ mail: textField('邮箱', 100).default('') }),
    output: noticeSettingsOutput,
    handle: (ctx, { mail }) => changeMail(ctx, mail),
  }),
  endpoint({
    method: 'POST',
    path: NOTICE_CALLS.confirm_mail,
    summary: '用邮件里的验证码确认邮箱',
    tag: 'user',
    auth: 'user',
    body_only: true,
    limit: { points: 20, window_s: 3_600 },
    input: z.object({ code: textField('验证码', 12, 1) }),
    output: noticeSettingsOutput,
    handle: (ctx, { code }) => confirmMail(ctx, code),
  }),
  endpoint({
    method: 'POST',
    path: NOTICE_CALLS.unsubscribe,
    summary: '按邮件里的链接退订一类邮件；邮件程序可直接 POST',
    tag: 'user',
    auth: 'none',
    limit: { points: 60, window_s: 60 },
    input: z.object({ u: idField, t: textField('主题', 20, 1), s: textField('签名', 64, 1) }),
    output: z.strictObject({ topic: z.string() }),
    handle: (ctx, input) => unsubscribe(ctx, input),
  }),
];
