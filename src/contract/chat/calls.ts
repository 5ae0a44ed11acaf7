import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { CHAT_PHRASE_MAX, CHAT_PHRASES_MAX, CHAT_REACTIONS, CHAT_SENT_TYPES, CHAT_SUBJECTS, CHAT_TEXT_MAX } from '#contract/chat.ts';
import { flagField, idField, pageField, textField, wholeNumber } from '#contract/input-fields.ts';
import {
  chatCaseOutput,
  chatChangesOutput,
  chatConversationOutput,
  chatListOutput,
  chatMessageOutput,
  chatMessagesOutput,
  chatPageOutput,
  chatPhrasesOutput,
  chatSearchOutput,
} from '#contract/outputs/chat.ts';
import { VOICE_BARS } from '#contract/voice.ts';

const call = callsOf('chat');
const seqField = wholeNumber('位置无效', 0, Number.MAX_SAFE_INTEGER);
const numOutput = z.strictObject({ num: z.int(), seq: z.int() });
const nothing = z.null();
/** More than anybody types, less than a script would like. */
const typed = { points: 60, window_s: 60 };
export const priceField = z
  .strictObject({
    title: textField('报价内容', 60).default(''),
    price: z.coerce.number({ error: '请输入金额' }).min(0, '请输入金额').max(1e9, '金额最多 10 亿元').default(0),
    days: wholeNumber('请输入天数', 0, 3_650).default(0),
    note: textField('说明', 500).default(''),
  })
  .nullable();
const clientIdField = z.string({ error: '消息编号无效' }).regex(/^[\w-]{8,64}$/, '消息编号无效');
const signField = z.string({ error: '签名无效' }).regex(/^[0-9a-f]{64}$/, '签名无效');
const plainTicket = z.strictObject({ id: idField, user_id: idField, token_id: idField, expires: idField, sign: signField });

export const chatCalls = {
  open: call('POST', '/user/chat/open', {
    summary: '就一个作品、需求、求单、职位或店铺与发布者开始会话；已有的会话原样返回。发布者本人须写 other_id',
    limit: { points: 60, window_s: 3_600 },
    owned: { id: 'work' },
    open: { other_id: 'user' },
    input: z.object({
      kind: z.enum(CHAT_SUBJECTS, { error: '类型无效' }),
      id: idField,
      other_id: wholeNumber('编号无效', 0, Number.MAX_SAFE_INTEGER).default(0),
    }),
    output: z.strictObject({ id: z.int() }),
  }),
  list: call('GET', '/user/chat/list', {
    summary: '我的会话，最近的在前；after 为上一页的 next，q 按对方名字查找，unread 为 1 时只有未读的',
    input: z.object({ after: textField('位置', 80).default(''), q: textField('名字', 30).default(''), unread: flagField.default(false) }),
    output: chatListOutput,
  }),
  conversation: call('GET', '/user/chat/conversation', {
    summary: '我的一个会话',
    owned: { id: 'conversation' },
    input: z.object({ id: idField }),
    output: chatConversationOutput,
  }),
  messages: call('GET', '/user/chat/messages', {
    summary: '会话里 after 之后的消息；按 Accept 回答为流（有新消息才到）或一页（立即回答，可轮询）',
    owned: { id: 'conversation' },
    input: z.object({ id: idField, after: seqField.default(0) }),
    output: chatMessagesOutput,
  }),
  before: call('GET', '/user/chat/before', {
    summary: '会话里 before 之前的一页消息，按顺序；0 为最后一页',
    owned: { id: 'conversation' },
    input: z.object({ id: idField, before: seqField.default(0) }),
    output: chatPageOutput,
  }),
  send: call('POST', '/user/chat/send', {
    summary: '发送消息；同一个 client_id 再发一次仍是同一条。联系方式的提醒以 data.why 为 contact 返回，confirmed 为 1 时照发',
    limit: typed,
    owned: { id: 'conversation', file_id: 'file', item_id: 'work', resume_id: 'resume' },
    input: z.object({
      id: idField,
      /** Made by the sender's browser; the same again answers the same message. */
      client_id: clientIdField,
      type: z.enum(CHAT_SENT_TYPES, { error: '消息类型无效' }).default('text'),
      text: z
        .string({ error: '消息应为文字' })
        .max(CHAT_TEXT_MAX * 2, `一条消息最多 ${CHAT_TEXT_MAX} 字`)
        .default(''),
      /** An upload of the sender: of `picture`, `file` and `voice`. */
      file_id: wholeNumber('文件无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      /** How loud a voice message is, a sign a bar: for the eye alone. */
      wave: z
        .string({ error: '波形无效' })
        .regex(new RegExp(`^[0-9a-v]{0,${VOICE_BARS}}$`), '波形无效')
        .optional(),
      /** A published work: of `work`. */
      item_id: wholeNumber('作品无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      /** A resume of the sender: of `resume`. */
      resume_id: idField.optional(),
      price: priceField.default(null),
      /** Number of the message of this conversation that it answers. */
      quote: seqField.optional(),
      /** The sender read the warning about contact details and goes on. */
      confirmed: flagField.default(false),
    }),
    output: chatMessageOutput,
  }),
  settle: call('POST', '/user/chat/settle', {
    summary: '接受（accept）或谢绝（decline）对方的报价，收回（withdraw）自己的报价；返回会话里新增的一行',
    limit: typed,
    owned: { id: 'conversation' },
    input: z.object({ id: idField, seq: idField, act: z.enum(['accept', 'decline', 'withdraw'], { error: '操作无效' }) }),
    output: chatMessageOutput,
  }),
  recall: call('POST', '/user/chat/recall', {
    summary: '撤回自己两分钟内发出的消息',
    limit: typed,
    owned: { id: 'conversation' },
    input: z.object({ id: idField, seq: idField }),
    output: chatMessageOutput,
  }),
  react: call('POST', '/user/chat/react', {
    summary: '回应对方的一条消息：got 收到、good 赞、thanks 谢谢，空为收回；返回会话里新增的一行，没有变化则返回这条消息',
    limit: typed,
    owned: { id: 'conversation' },
    input: z.object({ id: idField, seq: idField, reaction: z.enum(CHAT_REACTIONS, { error: '回应无效' }) }),
    output: chatMessageOutput,
  }),
  read: call('PUT', '/user/chat/read', {
    summary: '看到了第几条；只会向前',
    owned: { id: 'conversation' },
    input: z.object({ id: idField, seq: seqField }),
    output: nothing,
  }),
  mute: call('PUT', '/user/chat/mute', {
    summary: '免打扰：不计入未读数；muted 为 0 恢复',
    owned: { id: 'conversation' },
    input: z.object({ id: idField, muted: flagField }),
    output: nothing,
  }),
  block: call('PUT', '/user/chat/block', {
    summary: '屏蔽会话的对方：双方都不能再给对方发消息；blocked 为 0 解除',
    owned: { id: 'conversation' },
    input: z.object({ id: idField, blocked: flagField }),
    output: nothing,
  }),
  report: call('POST', '/user/chat/report', {
    summary: '举报对方的一条消息；审核员只看到这一条与前后几条',
    limit: { points: 20, window_s: 3_600 },
    owned: { id: 'conversation' },
    input: z.object({ id: idField, seq: idField, reason: textField('举报的原因', 300, 1) }),
    output: nothing,
  }),
  search: call('GET', '/user/chat/search', {
    summary: '在我的会话里查找文字，最新的在前',
    limit: typed,
    input: z.object({ q: textField('关键词', 50, 1), p: pageField }),
    output: chatSearchOutput,
  }),
  find: call('GET', '/user/chat/find', {
    summary: '一个会话里哪些消息含有这些文字：消息的位置，最新的在前；more 为更早处可能还有',
    limit: { points: 120, window_s: 60 },
    owned: { id: 'conversation' },
    input: z.object({ id: idField, q: textField('关键词', 50, 1) }),
    output: z.strictObject({ seqs: z.array(z.int()), more: z.boolean() }),
  }),
  phrases: call('GET', '/user/chat/phrases', {
    summary: '我的常用语，以及我任职的企业给员工用的常用语',
    output: chatPhrasesOutput,
  }),
  set_phrases: call('PUT', '/user/chat/phrases', {
    summary: '改写我的常用语：整份列表按顺序交来，edition 为读到的版本；别处先改过则为 409。企业的常用语员工也能使用',
    limit: { points: 60, window_s: 60 },
    input: z.object({
      edition: wholeNumber('版本无效', 0, Number.MAX_SAFE_INTEGER),
      list: z
        .array(textField('常用语', CHAT_PHRASE_MAX, 1), { error: '常用语应为列表' })
        .max(CHAT_PHRASES_MAX, `最多 ${CHAT_PHRASES_MAX} 条常用语`),
    }),
    output: chatPhrasesOutput,
  }),
  num: call('GET', '/user/chat/num', {
    summary: '未读会话消息数，最多数到 100；seq 为会话变动的位置，从这里接着听',
    output: numOutput,
  }),
  stream: call('GET', '/user/chat/stream', {
    summary: '我的会话的变动：新消息、已读、免打扰；按 Accept 回答为流或一页，after 为已知的位置',
    input: z.object({ after: seqField.default(0) }),
    output: chatChangesOutput,
  }),
  file: call('GET', '/user/chat/file', {
    summary: '会话里的图片或文件；地址由消息给出，一两个小时内有效，下载时再次检查权限',
    auth: 'none',
    owned: { id: 'file', user_id: 'user', case_id: 'chat_case' },
    input: z.object({
      id: idField,
      user_id: idField,
      case_id: wholeNumber('编号无效', 0, Number.MAX_SAFE_INTEGER),
      login: wholeNumber('编号无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      expires: idField,
      sign: signField,
    }),
    answers: 'application/octet-stream',
  }),
  plain_link: call('GET', '/user/chat/plainLink', {
    summary: '一个会话的简洁版地址：不需要脚本，一天内、登录未退出时有效',
    limit: { points: 30, window_s: 3_600 },
    owned: { id: 'conversation' },
    input: z.object({ id: idField }),
    output: z.strictObject({ url: z.string() }),
  }),
  get_plain: call('GET', '/user/chat/plain', {
    summary: '会话的简洁版页面；地址由 plainLink 给出',
    auth: 'none',
    limit: { points: 120, window_s: 60 },
    owned: { id: 'conversation', user_id: 'user', token_id: 'login' },
    input: plainTicket.extend({ before: seqField.default(0), q: textField('关键词', 50).default('') }),
    answers: 'text/html',
  }),
  post_plain: call('POST', '/user/chat/plain', {
    summary: '在简洁版页面用表单发送一条文字消息，随后回到页面',
    auth: 'none',
    limit: typed,
    owned: { id: 'conversation', user_id: 'user', token_id: 'login' },
    input: plainTicket.extend({
      client_id: clientIdField,
      text: z
        .string({ error: '消息应为文字' })
        .max(CHAT_TEXT_MAX * 2, `一条消息最多 ${CHAT_TEXT_MAX} 字`)
        .default(''),
      confirmed: flagField.default(false),
    }),
    answers: 'text/html',
  }),
  case: call('GET', '/admin/chat/case', {
    summary: '被举报的会话消息与前后几条；每次查看留下操作记录',
    auth: { verb: 'review.decide' },
    input: z.object({ id: idField }),
    output: chatCaseOutput,
  }),
};
