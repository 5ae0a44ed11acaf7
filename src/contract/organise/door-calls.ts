import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { SYNC_MAX } from '#contract/door.ts';
import { idField, wholeNumber } from '#contract/input-fields.ts';
import { doorAnswerOutput, doorListOutput } from '#contract/outputs/door.ts';

const call = callsOf('door');
const tokenField = z.string({ error: '检票链接无效' }).max(64, '检票链接无效');
export const nonceField = z.string({ error: '扫码编号无效' }).regex(/^[\w-]{8,60}$/, '扫码编号无效');
const directionField = z.enum(['in', 'out'], { error: '方向无效' }).default('in');
/** A helper scans quickly; who guesses tokens or codes does not get far. */
const scans = { points: 240, window_s: 60 };
const lists = { points: 30, window_s: 60 };

export const organiseDoorCalls = {
  list: call('POST', '/salon/door/list', {
    summary: '检票：这一场的时间、入口与名单（票只有散列值），供断网时使用',
    auth: 'none',
    body_only: true,
    limit: lists,
    input: z.object({ t: tokenField }),
    output: doorListOutput,
  }),
  scan: call('POST', '/salon/door/scan', {
    summary: '检票：扫一张票或输入票码，进场或离场；同一个 nonce 只算一次',
    auth: 'none',
    body_only: true,
    limit: scans,
    input: z.object({
      t: tokenField,
      code: z.string({ error: '请扫码或输入票码' }).max(300, '票码最多 300 字'),
      nonce: nonceField,
      direction: directionField,
    }),
    output: doorAnswerOutput,
  }),
  order: call('POST', '/salon/door/order', {
    summary: '检票：同一订单其余的票一起放行',
    auth: 'none',
    body_only: true,
    limit: scans,
    owned: { ticket_id: 'organised_ticket' },
    input: z.object({ t: tokenField, ticket_id: idField, nonce: nonceField }),
    output: z.strictObject({ list: z.array(doorAnswerOutput) }),
  }),
  sync: call('POST', '/salon/door/sync', {
    summary: '检票：上传断网时的扫码，答复不是 ok 的即为冲突',
    auth: 'none',
    body_only: true,
    limit: scans,
    input: z.object({
      t: tokenField,
      scans: z
        .array(
          z.strictObject({
            nonce: nonceField,
            key: z.string({ error: '票码无效' }).max(64, '票码无效'),
            direction: directionField,
            at_ms: wholeNumber('时间无效', 0, 9_000_000_000_000),
          }),
          { error: '扫码记录应为列表' },
        )
        .max(SYNC_MAX, `每次最多上传 ${SYNC_MAX} 条`),
    }),
    output: z.strictObject({ list: z.array(doorAnswerOutput) }),
  }),
};
