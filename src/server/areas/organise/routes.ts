import { z } from 'zod';
import { DOOR_NAME_MAX } from '#contract/door.ts';
import { GUEST_STATES, GUESTS_PAGE_SIZE, MESSAGE_CONTENT_MAX, MESSAGE_TITLE_MAX, ORGANISE_CALLS } from '#contract/organise.ts';
import { RECAP_CALLS, RECAP_CAPTION_MAX, RECAP_PICTURES_MAX, RECAP_TEXT_MAX } from '#contract/recap.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { flagField, idField, limitField, pageField, savingFields, textField } from '../../http/fields.ts';
import { doorAnswerOutput, doorLinkOutput } from '../../http/outputs/door.ts';
import {
  guestListOutput,
  organisedSalonOutput,
  ownRecapOutput,
  recapCardOutput,
  recapStateOutput,
  savedRecapOutput,
  sentMessageOutput,
} from '../../http/outputs/organise.ts';
import {
  checkInByHand,
  countReached,
  doorLinks,
  endDoorLink,
  guestList,
  makeDoorLink,
  noteGuestExport,
  organisedSalon,
  ownRecap,
  saveRecap,
  sentMessages,
  setSale,
  submitRecap,
  tellGuests,
  undoCheckIn,
  withdrawRecap,
} from '../../modules/salons/index.ts';
import { recapCards } from '../../views/recap-screen.ts';
import { nonceField } from './door-routes.ts';
import { guestsCsv } from './guests-csv.ts';

const TAG = 'organise';
const often = { points: 120, window_s: 60 };
const RECAPS = 6;
const salonInput = z.object({ id: idField });
const done = z.strictObject({ id: z.int() });
const keyField = z.string({ error: '编号无效' }).regex(/^[\w-]{8,60}$/, '编号无效');

const recapInput = z.object({
  id: idField,
  text: textField('回顾正文', RECAP_TEXT_MAX).default(''),
  pictures: z
    .array(z.object({ file_id: idField, caption: textField('图片说明', RECAP_CAPTION_MAX).default('') }), { error: '图片应为列表' })
    .max(RECAP_PICTURES_MAX, `最多 ${RECAP_PICTURES_MAX} 张照片`)
    .default([]),
  film: idField.nullable().default(null),
});

/** What organisers do with the guests of their own salons, and what they tell of them afterwards. */
export const organiseEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: ORGANISE_CALLS.salon,
    summary: '自己举办的沙龙：各票种与各日的销量、收入与到场人数',
    tag: TAG,
    auth: 'user',
    input: salonInput,
    owned_ids: ['id'],
    output: organisedSalonOutput,
    handle: (ctx, { id }) => organisedSalon(ctx, id),
  }),
  endpoint({
    method: 'GET',
    path: ORGANISE_CALLS.guests,
    summary: '来宾名单：按姓名、手机号开头或票号搜索，按状态筛选',
    tag: TAG,
    auth: 'user',
    input: z.object({
      id: idField,
      state: z.enum(GUEST_STATES, { error: '状态无效' }).default('all'),
      keyword: textField('关键词', 30).default(''),
      page: pageField,
      limit: limitField(GUESTS_PAGE_SIZE, 200),
    }),
    owned_ids: ['id'],
    output: guestListOutput,
    handle: (ctx, { id, keyword, ...input }) => guestList(ctx, { salon_id: id, search: keyword, ...input }),
  }),
  endpoint({
    method: 'POST',
    path: ORGANISE_CALLS.check,
    summary: '主办方手动签到一位来宾',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: z.object({ id: idField, ticket_id: idField, nonce: nonceField }),
    owned_ids: ['id', 'ticket_id'],
    output: doorAnswerOutput,
    handle: (ctx, { id, ...input }) => checkInByHand(ctx, { salon_id: id, ...input }),
  }),
  endpoint({
    method: 'DELETE',
    path: ORGANISE_CALLS.check,
    summary: '撤销一位来宾的签到，票恢复为未使用',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: z.object({ id: idField, ticket_id: idField, nonce: nonceField }),
    owned_ids: ['id', 'ticket_id'],
    output: done,
    handle: async (ctx, { id, ...input }) => {
      await undoCheckIn(ctx, { salon_id: id, ...input });
      return { id };
    },
  }),
  endpoint({
    method: 'GET',
    path: ORGANISE_CALLS.csv,
    summary: '来宾名单（CSV），导出会留下记录',
    tag: TAG,
    auth: 'user',
    limit: { points: 10, window_s: 60 },
    input: salonInput,
    owned_ids: ['id'],
    answers: 'text/csv',
    handle: async (ctx, { id }) => {
      const title = await noteGuestExport(ctx, id);
      return csvAnswer(`来宾名单-${title}.csv`, guestsCsv(ctx, id));
    },
  }),
  endpoint({
    method: 'GET',
    path: ORGANISE_CALLS.message,
    summary: '发给来宾的通知，以及现在发送会到达多少人',
    tag: TAG,
    auth: 'user',
    input: salonInput,
    owned_ids: ['id'],
    output: z.strictObject({ list: z.array(sentMessageOutput), would_reach: z.int() }),
    handle: async (ctx, { id }) => ({ list: await sentMessages(ctx, id), would_reach: await countReached(ctx, id) }),
  }),
  endpoint({
    method: 'POST',
    path: ORGANISE_CALLS.message,
    summary: '通知所有持票人；同一个 key 只发一次',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: z.object({
      id: idField,
      key: keyField,
      title: textField('标题', MESSAGE_TITLE_MAX, 1),
      content: textField('内容', MESSAGE_CONTENT_MAX, 1),
    }),
    owned_ids: ['id'],
    output: z.strictObject({ reached: z.int() }),
    handle: (ctx, { id, ...input }) => tellGuests(ctx, { salon_id: id, ...input }),
  }),
  endpoint({
    method: 'PUT',
    path: ORGANISE_CALLS.sale,
    summary: '停止（on=0）或恢复（on=1）售票；已下的订单仍可支付',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: z.object({ id: idField, on: flagField }),
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, { id, on }) => {
      await setSale(ctx, { salon_id: id, on });
      return { id };
    },
  }),
  endpoint({
    method: 'GET',
    path: ORGANISE_CALLS.doors,
    summary: '检票入口的链接（令牌只在建立时给出）',
    tag: TAG,
    auth: 'user',
    input: salonInput,
    owned_ids: ['id'],
    output: z.strictObject({ list: z.array(doorLinkOutput) }),
    handle: async (ctx, { id }) => ({ list: await doorLinks(ctx, id) }),
  }),
  endpoint({
    method: 'POST',
    path: ORGANISE_CALLS.doors,
    summary: '建一个检票入口，答复里的 token 只给这一次',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: z.object({
      id: idField,
      name: textField('工作人员', DOOR_NAME_MAX, 1),
      gate: textField('入口名称', DOOR_NAME_MAX, 1),
    }),
    owned_ids: ['id'],
    output: z.strictObject({ id: z.int(), token: z.string() }),
    handle: (ctx, { id, ...input }) => makeDoorLink(ctx, { salon_id: id, ...input }),
  }),
  endpoint({
    method: 'DELETE',
    path: ORGANISE_CALLS.doors,
    summary: '停用一个检票入口',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: z.object({ id: idField, door_id: idField }),
    owned_ids: ['id', 'door_id'],
    output: done,
    handle: async (ctx, { id, door_id }) => {
      await endDoorLink(ctx, { salon_id: id, id: door_id });
      return { id };
    },
  }),
  endpoint({
    method: 'GET',
    path: RECAP_CALLS.form,
    summary: '自己一场沙龙的回顾：内容、状态与可选的短分享',
    tag: TAG,
    auth: 'user',
    input: salonInput,
    owned_ids: ['id'],
    output: ownRecapOutput,
    handle: (ctx, { id }) => ownRecap(ctx, id),
  }),
  endpoint({
    method: 'POST',
    path: RECAP_CALLS.form,
    summary: '保存回顾草稿',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: z.object({ ...recapInput.shape, edition: savingFields.edition }),
    owned_ids: ['id'],
    output: savedRecapOutput,
    handle: (ctx, { id, edition, ...form }) => saveRecap(ctx, id, form, edition),
  }),
  endpoint({
    method: 'PUT',
    path: RECAP_CALLS.form,
    summary: '提交回顾，审核后发布；已发布的内容在审核期间不变',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: recapInput,
    owned_ids: ['id', 'pictures.file_id'],
    output: z.strictObject({ state: recapStateOutput }),
    handle: (ctx, { id, ...form }) => submitRecap(ctx, id, form),
  }),
  endpoint({
    method: 'DELETE',
    path: RECAP_CALLS.form,
    summary: '撤下回顾，或从审核中撤回',
    tag: TAG,
    auth: 'user',
    limit: often,
    input: salonInput,
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, { id }) => {
      await withdrawRecap(ctx, id);
      return { id };
    },
  }),
  endpoint({
    method: 'GET',
    path: RECAP_CALLS.recommend,
    summary: '沙龙回顾，最新的在前；写 id 则不含这一场',
    tag: TAG,
    auth: 'none',
    input: z.object({ id: idField.optional(), page: pageField, limit: limitField(RECAPS, 24) }),
    output: z.strictObject({ list: z.array(recapCardOutput), page: z.int(), limit: z.int() }),
    handle: async (ctx, { id, page, limit }) => ({ list: await recapCards(ctx, { without: id, page, limit }), page, limit }),
  }),
];
