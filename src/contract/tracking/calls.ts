import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { choiceField, wholeNumber } from '#contract/input-fields.ts';
import { EVENT_TYPES, EVENTS_A_BATCH } from '#contract/tracking.ts';

const call = callsOf('tracking');
const BATCH_BYTES = 64 * 1024;
const YEAR_S = 366 * 86_400;
/** A browser's old queue may hold what today's pages do not say: texts are cut where they are stored, not refused for their length. */
const told = z.string({ error: '应为文字' }).max(4_000, '最多 4000 字').default('');
const uuidField = z
  .union([z.literal(''), z.uuid('uuid 无效')], { error: 'uuid 无效' })
  .transform((uuid) => uuid.toLowerCase())
  .default('');
const typeField = choiceField('event_type 应为 1 浏览、2 点击或 3 下单', EVENT_TYPES);
const short = {
  page: told,
  event_name: told,
  event_value: told,
  order: told,
  // a browser's clock may have been set meanwhile
  ago: wholeNumber('ago 无效', -YEAR_S, YEAR_S).default(0),
};
const long = {
  referer: told,
  url: told,
  oldUrl: told,
  target_page: told,
  pro: wholeNumber('pro 无效', 0, 99).default(4),
};
const isFilled = (sent: { list?: unknown; event_type?: unknown }) => sent.list !== undefined || sent.event_type !== undefined;
/** One event by its own fields, or a batch of them as `list`. */
function oneOrMany<Shape extends z.ZodRawShape>(shape: Shape) {
  const list = z.array(z.object({ ...shape, event_type: typeField }), { error: 'list 应为列表' });
  const head = { uuid: uuidField, channel: told, list: list.max(EVENTS_A_BATCH, `一次最多 ${EVENTS_A_BATCH} 条`).optional() };
  return z
    .object({ ...shape, event_type: typeField.optional(), ...head })
    .refine(isFilled, { error: '请填写 event_type', path: ['event_type'] });
}
const takenOutput = z.strictObject({ taken: z.int().describe('保存的条数') });
const uuidOutput = z.strictObject({ uuid: z.uuid() });

export const trackingCalls = {
  uuid: call('GET', '/api/Burieddata/uuid', {
    summary: '新的访客标识',
    auth: 'none',
    output: uuidOutput,
  }),
  post: call('POST', '/api/Burieddata', {
    summary: '访问记录（简式）：page、event_type（1 浏览 2 点击 3 下单）、event_name、event_value、order；或用 list 一次最多 20 条',
    auth: 'optional',
    input: oneOrMany(short),
    output: takenOutput,
    body_only: true,
    body_limit_bytes: BATCH_BYTES,
  }),
  behaviour: call('POST', '/api/Burieddata/behaviour', {
    summary: '访问记录（详式）：另含 referer、url、oldUrl、target_page、pro；用户只按 token 认，不采信 uid',
    auth: 'optional',
    lenient: true,
    input: oneOrMany({ ...short, ...long }),
    output: takenOutput,
    body_only: true,
    body_limit_bytes: BATCH_BYTES,
  }),
  bind: call('POST', '/api/Burieddata/bind', {
    summary: '登录后把访客标识归于本人',
    input: z.object({ uuid: z.uuid('uuid 无效').transform((uuid) => uuid.toLowerCase()) }),
    limit: { points: 30, window_s: 60 },
    output: z.null(),
  }),
  channel_uuid: call('GET', '/api/channel/uuid', {
    summary: '渠道访问所用的访客标识',
    auth: 'none',
    output: uuidOutput,
  }),
  channel_visit: call('POST', '/api/channel/visit', {
    summary: '记录一次渠道访问：channel_id、uuid、land_url',
    auth: 'optional',
    input: z.object({ channel_id: told.pipe(z.string().min(1, '请填写渠道')), uuid: uuidField, land_url: told }),
    output: takenOutput,
  }),
};
