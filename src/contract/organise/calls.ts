import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { DOOR_NAME_MAX } from '#contract/door.ts';
import { choiceField, flagField, idField, limitField, pageField, savingFields, textField, wholeNumber } from '#contract/input-fields.ts';
import { nonceField } from '#contract/organise/door-calls.ts';
import { GUEST_STATES, GUESTS_PAGE_SIZE, MESSAGE_CONTENT_MAX, MESSAGE_TITLE_MAX } from '#contract/organise.ts';
import { doorAnswerOutput, doorLinkOutput } from '#contract/outputs/door.ts';
import {
  circularsOutput,
  guestListOutput,
  organisedSalonOutput,
  ownRecapOutput,
  recapCardOutput,
  recapStateOutput,
  savedRecapOutput,
} from '#contract/outputs/organise.ts';
import { organisedSeatsOutput } from '#contract/outputs/seats.ts';
import { RECAP_CAPTION_MAX, RECAP_PICTURES_MAX, RECAP_TEXT_MAX } from '#contract/recap.ts';
import { answersField, personField } from '#contract/salon/fields.ts';
import { CANCEL_WHY_MAX, LINK_MAX, LINK_MINUTES, ORDER_TICKETS_MAX, REMIND_TEXT_MAX } from '#contract/salon.ts';

const call = callsOf('organise');
const often = { points: 120, window_s: 60 };
const RECAPS = 6;
const salonInput = z.strictObject({ id: idField });
const done = z.strictObject({ id: z.int() });
/** What is written to all who take part: to guests, to learners. */
export const circularFields = {
  key: z.string({ error: '编号无效' }).regex(/^[\w-]{8,60}$/, '编号无效'),
  title: textField('标题', MESSAGE_TITLE_MAX, 1),
  content: textField('内容', MESSAGE_CONTENT_MAX, 1),
};
const recapInput = z.strictObject({
  id: idField,
  text: textField('回顾正文', RECAP_TEXT_MAX).default(''),
  pictures: z
    .array(z.strictObject({ file_id: idField, caption: textField('图片说明', RECAP_CAPTION_MAX).default('') }), { error: '图片应为列表' })
    .max(RECAP_PICTURES_MAX, `最多 ${RECAP_PICTURES_MAX} 张照片`)
    .default([]),
  film: idField.nullable().default(null),
});

export const organiseCalls = {
  salon: call('GET', '/salon/organise', {
    summary: '自己举办的沙龙：各票种与各日的销量、收入与到场人数',
    owned: { id: 'organised_salon' },
    input: salonInput,
    output: organisedSalonOutput,
  }),
  guests: call('GET', '/salon/organise/guests', {
    summary: '来宾名单：按姓名、手机号开头或票号搜索，按状态筛选',
    owned: { id: 'organised_salon' },
    input: z.object({
      id: idField,
      state: z.enum(GUEST_STATES, { error: '状态无效' }).default('all'),
      keyword: textField('关键词', 60).default(''),
      page: pageField,
      limit: limitField(GUESTS_PAGE_SIZE, 200),
    }),
    output: guestListOutput,
  }),
  post_check: call('POST', '/salon/organise/check', {
    summary: '主办方手动签到一位来宾',
    limit: often,
    owned: { id: 'organised_salon', ticket_id: 'organised_ticket' },
    input: z.object({ id: idField, ticket_id: idField, nonce: nonceField }),
    output: doorAnswerOutput,
  }),
  delete_check: call('DELETE', '/salon/organise/check', {
    summary: '撤销一位来宾的签到，票恢复为未使用',
    limit: often,
    owned: { id: 'organised_salon', ticket_id: 'organised_ticket' },
    input: z.object({ id: idField, ticket_id: idField, nonce: nonceField }),
    output: done,
  }),
  refund: call('PUT', '/salon/organise/refund', {
    summary: '沙龙结束前给来宾全额退款：count=1 只退这一张，更多则退这一单的全部有效票，张数须相符',
    limit: often,
    owned: { id: 'organised_salon', ticket_id: 'organised_ticket' },
    input: z.object({
      id: idField,
      ticket_id: idField,
      count: wholeNumber('张数无效', 1, ORDER_TICKETS_MAX),
      reason: textField('原因', CANCEL_WHY_MAX).default(''),
    }),
    output: z.strictObject({ refund: z.number() }),
  }),
  add: call('POST', '/salon/organise/guest', {
    summary: '手工添加一位来宾（赠票）：占名额与座位，不收款；手机号与回答可不填，同一个 key 只添加一次',
    limit: often,
    owned: { id: 'organised_salon' },
    open: { kind_id: 'shown', seat_id: 'shown' },
    input: z.object({
      id: idField,
      key: circularFields.key,
      kind_id: idField,
      seat_id: idField.optional(),
      ...personField.shape,
      answers: answersField,
    }),
    output: z.strictObject({ path: z.string() }),
  }),
  csv: call('GET', '/salon/organise/csv', {
    summary: '来宾名单（CSV），导出会留下记录',
    limit: { points: 10, window_s: 60 },
    owned: { id: 'organised_salon' },
    input: salonInput,
    answers: 'text/csv',
  }),
  get_message: call('GET', '/salon/organise/message', {
    summary: '发给来宾的通知，以及现在发送会到达多少人',
    owned: { id: 'organised_salon' },
    input: salonInput,
    output: circularsOutput,
  }),
  post_message: call('POST', '/salon/organise/message', {
    summary: '通知所有持票人；同一个 key 只发一次',
    limit: often,
    owned: { id: 'organised_salon' },
    input: z.object({ id: idField, ...circularFields }),
    output: z.strictObject({ reached: z.int() }),
  }),
  sale: call('PUT', '/salon/organise/sale', {
    summary: '停止（on=0）或恢复（on=1）售票；已下的订单仍可支付',
    limit: often,
    owned: { id: 'organised_salon' },
    input: z.object({ id: idField, on: flagField }),
    output: done,
  }),
  get_seats: call('GET', '/salon/organise/seats', {
    summary: '座位图与来宾',
    owned: { id: 'organised_salon' },
    input: salonInput,
    output: organisedSeatsOutput,
  }),
  put_seats: call('PUT', '/salon/organise/seats', {
    summary: '来宾（ticket_id）换到空座位；没有时停用（closed=1）或启用它',
    limit: often,
    owned: { id: 'organised_salon', ticket_id: 'organised_ticket' },
    input: z.object({ id: idField, seat_id: idField, ticket_id: idField.optional(), closed: flagField.optional() }),
    output: done,
  }),
  online: call('PUT', '/salon/organise/online', {
    summary: '线上入口（https）、提前多少分钟开放，与提醒里主办方自己的话；入口更换会通知持票人',
    limit: { points: 20, window_s: 3_600 },
    owned: { id: 'organised_salon' },
    input: z.object({
      id: idField,
      link: textField('线上入口', LINK_MAX).default(''),
      before_min: choiceField('开放时间无效', LINK_MINUTES).default(30),
      text: textField('提醒的话', REMIND_TEXT_MAX).default(''),
    }),
    output: done,
  }),
  get_doors: call('GET', '/salon/organise/doors', {
    summary: '检票入口的链接（令牌只在建立时给出）',
    owned: { id: 'organised_salon' },
    input: salonInput,
    output: z.strictObject({ list: z.array(doorLinkOutput) }),
  }),
  post_doors: call('POST', '/salon/organise/doors', {
    summary: '建一个检票入口，答复里的 token 只给这一次',
    limit: often,
    owned: { id: 'organised_salon' },
    input: z.object({
      id: idField,
      name: textField('工作人员', DOOR_NAME_MAX, 1),
      gate: textField('入口名称', DOOR_NAME_MAX, 1),
    }),
    output: z.strictObject({ id: z.int(), token: z.string() }),
  }),
  delete_doors: call('DELETE', '/salon/organise/doors', {
    summary: '停用一个检票入口',
    limit: often,
    owned: { id: 'organised_salon', door_id: 'door' },
    input: z.object({ id: idField, door_id: idField }),
    output: done,
  }),
  get_form: call('GET', '/salon/organise/recap', {
    summary: '自己一场沙龙的回顾：内容、状态与可选的短分享',
    owned: { id: 'organised_salon' },
    input: salonInput,
    output: ownRecapOutput,
  }),
  post_form: call('POST', '/salon/organise/recap', {
    summary: '保存回顾草稿',
    limit: often,
    owned: { id: 'organised_salon', 'pictures.file_id': 'picture', film: 'talk' },
    input: z.object({ ...recapInput.shape, edition: savingFields.edition }),
    output: savedRecapOutput,
  }),
  put_form: call('PUT', '/salon/organise/recap', {
    summary: '提交回顾，审核后发布；已发布的内容在审核期间不变',
    limit: often,
    owned: { id: 'organised_salon', 'pictures.file_id': 'picture', film: 'talk' },
    input: recapInput,
    output: z.strictObject({ state: recapStateOutput }),
  }),
  delete_form: call('DELETE', '/salon/organise/recap', {
    summary: '撤下回顾，或从审核中撤回',
    limit: often,
    owned: { id: 'organised_salon' },
    input: salonInput,
    output: done,
  }),
  recommend: call('GET', '/api/salon/review_recommend', {
    summary: '沙龙回顾，最新的在前；写 id 则不含这一场',
    auth: 'none',
    open: { id: 'shown' },
    input: z.object({ id: idField.optional(), page: pageField, limit: limitField(RECAPS, 24) }),
    output: z.strictObject({ list: z.array(recapCardOutput), page: z.int(), limit: z.int() }),
  }),
};
