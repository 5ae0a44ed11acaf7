import { z } from 'zod';
import { NOTICE_CALLS } from '#contract/notice.ts';
import { requireUser } from '../../app/ctx.ts';
import { endpoint } from '../../http/endpoint.ts';
import { flagField, idField, limitField, noInput, pageField, wholeNumber } from '../../http/fields.ts';
import { ownPageOutput } from '../../http/outputs/center.ts';
import { noticeRowOutput } from '../../http/outputs/notice.ts';
import { noticesOf, readAllNotices, readNotice, unreadCount } from '../../modules/notices/index.ts';

const numOutput = z.strictObject({ num: z.int() });

/** The specification names the fields of these calls and no address; `p` is its name of the page. */
export const noticeEndpoints = [
  endpoint({
    method: 'GET',
    path: NOTICE_CALLS.list,
    summary: '我的消息；is_read 0 只列未读，不写则全部',
    tag: 'user',
    auth: 'user',
    input: z.object({
      type: wholeNumber('类型无效', 0, 99).default(0),
      p: pageField,
      limit: limitField(4),
      is_read: wholeNumber('取值应为 0 或 1', 0, 1).optional(),
      cache: flagField.optional(),
    }),
    output: ownPageOutput(noticeRowOutput),
    handle: (ctx, { p, limit, is_read }) => noticesOf(ctx, { only_unread: is_read === 0, page: p, limit }),
  }),
  endpoint({
    method: 'GET',
    path: NOTICE_CALLS.num,
    summary: '未读消息数，最多数到 100',
    tag: 'user',
    auth: 'user',
    input: noInput,
    output: numOutput,
    handle: async (ctx) => ({ num: await unreadCount(ctx, requireUser(ctx)) }),
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
    summary: '全部标为已读',
    tag: 'user',
    auth: 'user',
    input: noInput,
    output: numOutput,
    handle: (ctx) => readAllNotices(ctx),
  }),
];
