import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { KINDS } from '#contract/kinds.ts';
import { EVENT_CHANNEL, EVENT_TYPES, EVENT_VIEW, EVENTS_A_BATCH, PRESS_EVENT, readPress, TRACKING_CALLS } from '#contract/tracking.ts';
import type { Ctx } from '../../app/ctx.ts';
import { browserOf } from '../../http/browser-cookie.ts';
import { clientAddress, isLoopback } from '../../http/client-address.ts';
import { endpoint } from '../../http/endpoint.ts';
import { choiceField, noInput, wholeNumber } from '../../http/fields.ts';
import type { GatewayEnv } from '../../http/gateway.ts';
import { sha256 } from '../../kernel/ids.ts';
import { noteAsked, notePressed, type ReaderOf } from '../../modules/search/index.ts';
import { bindVisitor, type ToldEvent, takeEvents } from '../../modules/tracking/index.ts';

const TAG = 'tracking';
const BATCH_BYTES = 64 * 1024;
/** Pages of results. */
const LISTS: ReadonlySet<string> = new Set(['/search', ...Object.values(KINDS).map(({ paths }) => paths.list)]);
const KEYWORD_MAX = 100;
const YEAR_S = 366 * 86_400;

/** A browser's old queue may hold what today's pages do not say: texts are cut where they are kept, not refused for their length. */
const told = z.string({ error: '应为文字' }).max(4_000, '内容过长').default('');
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

type Sent = Partial<ToldEvent> & { uuid: string; channel: string; list?: ReadonlyArray<Partial<ToldEvent>> | undefined };

/** Hands on what was sent, in the long form, with what its request says: who, from where, and whether they want to be followed. */
async function take(ctx: Ctx, sent: Sent, c: Context): Promise<{ taken: number }> {
  const blank = { event_name: '', event_value: '', page: '', target_page: '', referer: '', url: '', oldUrl: '', order: '', pro: 4, ago: 0 };
  const list = (sent.list ?? [sent]).map((event): ToldEvent => ({ event_type: EVENT_VIEW, ...blank, ...event }));
  const unnamed = c.req.header('dnt') === '1' || c.req.header('sec-gpc') === '1';
  const incoming = (c.env as GatewayEnv['Bindings'] | undefined)?.incoming;
  if (!unnamed) await noteSearches(ctx, list, { uuid: sent.uuid, browser_hash: browserHash(c) });
  const own = isLoopback(clientAddress(incoming, ctx.app.config.trust_proxy));
  return { taken: await takeEvents(ctx, { uuid: sent.uuid, channel: sent.channel, list, unnamed, own }) };
}

const browserHash = (c: Context): string => {
  const browser = browserOf(c);
  return browser === '' ? '' : sha256(browser);
};

/** What events say of searches: the tracks keep no word that somebody searched for, the search keeps words without who searched. */
async function noteSearches(ctx: Ctx, list: readonly ToldEvent[], of: ReaderOf): Promise<void> {
  for (const { event_type, event_name, event_value, url, page } of list) {
    const typed = keywordOf(url || page);
    if (event_type === EVENT_VIEW && typed !== '') await noteAsked(ctx, typed, of);
    const press = event_name === PRESS_EVENT ? readPress(event_value) : null;
    if (press) await notePressed(ctx, { ...press, typed }, of);
  }
}

/** The keyword of an address of a list; '' for any other. */
function keywordOf(url: string): string {
  const at = url.indexOf('?');
  if (at < 0 || !LISTS.has(url.slice(0, at))) return '';
  const keyword = new URLSearchParams(url.slice(at)).get('keyword') ?? '';
  return keyword.length > KEYWORD_MAX ? '' : keyword;
}

const newUuid = async () => ({ uuid: randomUUID() });

export const trackingEndpoints = [
  endpoint({
    method: 'GET',
    path: TRACKING_CALLS.uuid,
    summary: '新的访客标识',
    tag: TAG,
    auth: 'none',
    input: noInput,
    output: uuidOutput,
    handle: newUuid,
  }),
  endpoint({
    method: 'POST',
    path: TRACKING_CALLS.post,
    summary: '访问记录（简式）：page、event_type（1 浏览 2 点击 3 下单）、event_name、event_value、order；或用 list 一次最多 20 条',
    tag: TAG,
    auth: 'optional',
    input: oneOrMany(short),
    output: takenOutput,
    body_only: true,
    body_limit_bytes: BATCH_BYTES,
    handle: take,
  }),
  endpoint({
    method: 'POST',
    path: TRACKING_CALLS.behaviour,
    summary: '访问记录（详式）：另含 referer、url、oldUrl、target_page、pro；用户只按 token 认，不采信 uid',
    tag: TAG,
    auth: 'optional',
    input: oneOrMany({ ...short, ...long }),
    output: takenOutput,
    body_only: true,
    body_limit_bytes: BATCH_BYTES,
    handle: take,
  }),
  endpoint({
    method: 'POST',
    path: TRACKING_CALLS.bind,
    summary: '登录后把访客标识归于本人',
    tag: TAG,
    auth: 'user',
    input: z.object({ uuid: z.uuid('uuid 无效').transform((uuid) => uuid.toLowerCase()) }),
    limit: { points: 30, window_s: 60 },
    output: z.null(),
    handle: async (ctx, { uuid }) => {
      await bindVisitor(ctx, uuid);
      return null;
    },
  }),
  endpoint({
    method: 'GET',
    path: TRACKING_CALLS.channel_uuid,
    summary: '渠道访问所用的访客标识',
    tag: TAG,
    auth: 'none',
    input: noInput,
    output: uuidOutput,
    handle: newUuid,
  }),
  endpoint({
    method: 'POST',
    path: TRACKING_CALLS.channel_visit,
    summary: '记录一次渠道访问：channel_id、uuid、land_url',
    tag: TAG,
    auth: 'optional',
    input: z.object({ channel_id: told.pipe(z.string().min(1, '请填写渠道')), uuid: uuidField, land_url: told }),
    output: takenOutput,
    handle: (ctx, { channel_id, uuid, land_url }, c) => {
      const event: Partial<ToldEvent> = { event_type: EVENT_CHANNEL, event_name: 'channel', event_value: channel_id, page: land_url };
      return take(ctx, { uuid, channel: channel_id, list: [event] }, c);
    },
  }),
];
