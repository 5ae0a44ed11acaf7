import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { KINDS } from '#contract/kinds.ts';
import { trackingCalls } from '#contract/tracking/calls.ts';
import { trackingStaffCalls } from '#contract/tracking/staff-calls.ts';
import { EVENT_CHANNEL, EVENT_VIEW, PRESS_EVENT, readPress } from '#contract/tracking.ts';
import { type Ctx, userId } from '../../app/ctx.ts';
import { browserOf } from '../../http/browser-cookie.ts';
import { clientAddress, isLoopback } from '../../http/client-address.ts';
import { serve, serveDone } from '../../http/endpoint.ts';
import { csvAnswer } from '../../http/file-answer.ts';
import type { GatewayEnv } from '../../http/gateway.ts';
import { sha256 } from '../../kernel/ids.ts';
import { mayFollowReads } from '../../modules/privacy/index.ts';
import { noteAsked, notePressed, type ReaderOf } from '../../modules/search/index.ts';
import { bindVisitor, makeFiguresSoon, type ToldEvent, takeEvents } from '../../modules/tracking/index.ts';
import { visits, visitsCsv } from '../../views/admin/visits.ts';

/** Pages of results. */
const LISTS: ReadonlySet<string> = new Set(['/search', ...Object.values(KINDS).map(({ paths }) => paths.list)]);
const KEYWORD_MAX = 100;

type Sent = Partial<ToldEvent> & { uuid: string; channel: string; list?: ReadonlyArray<Partial<ToldEvent>> | undefined };

/** Hands on what was sent, in the long form, with what its request says: who, from where, and whether they want to be followed. */
async function take(ctx: Ctx, sent: Sent, c: Context): Promise<{ taken: number }> {
  const blank = { event_name: '', event_value: '', page: '', target_page: '', referer: '', url: '', oldUrl: '', order: '', pro: 4, ago: 0 };
  const list = (sent.list ?? [sent]).map((event): ToldEvent => ({ event_type: EVENT_VIEW, ...blank, ...event }));
  const reader = userId(ctx);
  const refused = reader !== null && !(await mayFollowReads(ctx, reader));
  const unnamed = refused || c.req.header('dnt') === '1' || c.req.header('sec-gpc') === '1';
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
  serve(trackingCalls.uuid, newUuid),
  serve(trackingCalls.post, take),
  serve(trackingCalls.behaviour, take),
  serveDone(trackingCalls.bind, (ctx, { uuid }) => bindVisitor(ctx, uuid)),
  serve(trackingCalls.channel_uuid, newUuid),
  serve(trackingCalls.channel_visit, (ctx, { channel_id, uuid, land_url }, c) => {
    const event: Partial<ToldEvent> = { event_type: EVENT_CHANNEL, event_name: 'channel', event_value: channel_id, page: land_url };
    return take(ctx, { uuid, channel: channel_id, list: [event] }, c);
  }),
];

export const visitEndpoints = [
  serve(trackingStaffCalls.figures, visits),
  serve(trackingStaffCalls.csv, async (ctx, { table, ...wished }) =>
    csvAnswer(`访问统计-近${wished.range}天.csv`, await visitsCsv(ctx, wished, table)),
  ),
  serveDone(trackingStaffCalls.again, (ctx) => makeFiguresSoon(ctx)),
];
