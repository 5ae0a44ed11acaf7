import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import {
  CLIENT_DAYS,
  CLIENT_NAME_MAX,
  CLIENT_NOTE_MAX,
  CLIENT_PASSWORD,
  CLIENT_TITLE_MAX,
  CLIENT_VIEWS_MAX,
  TALK_DAYS,
} from '#contract/client-link.ts';
import { choiceField, flagField, idField, limitField, pageField, textField, wholeNumber } from '#contract/input-fields.ts';
import { ownPageOutput } from '#contract/outputs/center.ts';
import { clientLinkOutput, clientViewOutput } from '#contract/outputs/client-link.ts';

const call = callsOf('client_link');
const seldom = { points: 60, window_s: 600 };
const html = 'text/html; charset=utf-8';

export const clientLinkCalls = {
  list: call('GET', '/clientLink/list', {
    summary: '我的客户链接，最新的在前',
    input: z.object({ page: pageField, limit: limitField(10) }),
    output: ownPageOutput(clientLinkOutput),
  }),
  save: call('POST', '/clientLink/save', {
    summary:
      '为买到、兑换、解锁或自己发布的作品新建客户链接（item_id），为自己的文档新建（paper_id），或修改一条（id）；没有提交的 days、password、logo_id 保持不变；days 为 0 是没有期限，只用于分享的对话',
    limit: seldom,
    owned: { id: 'client_link', item_id: 'work', paper_id: 'paper', logo_id: 'picture' },
    input: z.object({
      id: idField.optional(),
      item_id: idField.optional(),
      paper_id: idField.optional(),
      sources: flagField.optional(),
      title: textField('标题', CLIENT_TITLE_MAX, 1),
      name: textField('署名', CLIENT_NAME_MAX).default(''),
      note: textField('留言', CLIENT_NOTE_MAX).default(''),
      password: z
        .string({ error: '密码应为文字' })
        .refine(
          ({ length }) => length === 0 || (length >= CLIENT_PASSWORD.min && length <= CLIENT_PASSWORD.max),
          `密码为 ${CLIENT_PASSWORD.min} 至 ${CLIENT_PASSWORD.max} 位`,
        )
        .optional(),
      days: wholeNumber(`有效期为 1 至 ${CLIENT_DAYS.max} 天`, 0, CLIENT_DAYS.max).optional(),
      view_most: wholeNumber(`人次为 1 至 ${CLIENT_VIEWS_MAX}，不限请留空`, 0, CLIENT_VIEWS_MAX).default(0),
      logo_id: wholeNumber('图片无效', 0, Number.MAX_SAFE_INTEGER).optional(),
    }),
    body_only: true,
    output: clientLinkOutput,
  }),
  talk: call('GET', '/clientLink/talk', {
    summary: '我与助手的一个对话的分享链接；没有分享过时为 null',
    owned: { conversation_id: 'assistant_conversation' },
    input: z.object({ conversation_id: idField }),
    output: z.strictObject({ link: clientLinkOutput.nullable() }),
  }),
  share: call('POST', '/clientLink/share', {
    summary:
      '分享我与助手的一个对话到 answer_id（0 为最新的回答）为止的一支，内容为此刻的样子。能打开的链接地址不变、内容更新，否则换成新地址。days 为 7、30 或 0（没有期限），不提交则保持，新链接为 30',
    limit: seldom,
    owned: { conversation_id: 'assistant_conversation', answer_id: 'assistant_answer' },
    input: z.object({
      conversation_id: idField,
      answer_id: wholeNumber('位置无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      days: choiceField('有效期无效', TALK_DAYS).optional(),
    }),
    output: clientLinkOutput,
  }),
  revoke: call('POST', '/clientLink/revoke', {
    summary: '撤回一条客户链接；revoked 为 0 时恢复',
    limit: seldom,
    owned: { id: 'client_link' },
    input: z.object({ id: idField, revoked: flagField }),
    output: clientLinkOutput,
  }),
  views: call('GET', '/clientLink/views', {
    summary: '一条客户链接的最近一百次查看',
    owned: { id: 'client_link' },
    input: z.object({ id: idField }),
    output: z.strictObject({ list: z.array(clientViewOutput) }),
  }),
  preview: call('POST', '/clientLink/preview', {
    summary: '自己先看客户看到的页面，不计次数',
    limit: seldom,
    owned: { id: 'client_link' },
    input: z.object({ id: idField }),
    output: z.strictObject({ url: z.string() }),
  }),
  page: call('GET', '/c/:code', {
    summary: '客户打开的页面，无需登录',
    auth: 'none',
    open: { code: 'shown' },
    limit: { points: 240, window_s: 60 },
    lenient: true,
    answers: html,
  }),
  open: call('POST', '/c/:code', {
    summary: '打开页面，同一浏览器一天内只计一次',
    auth: 'none',
    open: { code: 'shown' },
    limit: { points: 120, window_s: 60 },
    lenient: true,
    body_only: true,
    input: z.object({ password: z.string().max(200).default('') }),
    answers: html,
  }),
  picture: call('GET', '/c/:code/:page', {
    summary: '一页图片，带水印',
    auth: 'none',
    open: { code: 'shown', page: 'shown' },
    limit: { points: 900, window_s: 300 },
    lenient: true,
    input: z.object({ w: wholeNumber('宽度无效', 1, 10_000).default(960) }),
    answers: 'image/jpeg',
  }),
};
