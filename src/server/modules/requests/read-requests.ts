import type { Picture } from '#contract/item.ts';
import { pictureSrcset, pictureUrl, pictureWidths } from '#contract/picture.ts';
import {
  REQUEST_PAGE,
  REQUEST_STATES,
  type RequestCard,
  type RequestDetail,
  type RequestField,
  type RequestFilter,
  type RequestList,
  type RequestPerson,
  type RequestPictureKey,
  requestPath,
} from '#contract/request.ts';
import { areaName } from '#contract/shop.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type Cursor, countKeyset, selectKeyset } from '../../db/keyset.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { answerTimesOf, type ChatSubject } from '../chat/index.ts';
import { publicUsers } from '../identity/index.ts';
import { ratingsOf } from '../ratings/index.ts';
import {
  countNewer,
  findAnswer,
  findHallProvinces,
  findNewest,
  findRequest,
  findRequests,
  hallSource,
  type RequestRecord,
} from './repo.ts';
import { requestFields } from './settings.ts';

const TOTAL_MOST = 1_000;
const CARD_WIDTH = 320;
const DETAIL_WIDTH = 960;

export function pictureOf({ key, width, height }: RequestPictureKey, shown: number): Picture {
  const widths = pictureWidths(width);
  const own = widths.find((step) => step >= shown) ?? (widths.at(-1) as number);
  return { src: pictureUrl(key, own), srcset: pictureSrcset(key, width), width, height };
}

/** People of the hall with how fast they answer and how they were rated. Four queries for any number. */
export async function requestPeople(ctx: Ctx, ids: readonly number[]): Promise<Map<number, RequestPerson>> {
  const wanted = [...new Set(ids)];
  const people = await publicUsers(ctx, wanted);
  const times = await answerTimesOf(ctx.db, wanted);
  const ratings = await ratingsOf(ctx.db, wanted);
  return new Map(
    wanted.map((id) => {
      const { nickname, headimgurl } = people.get(id);
      const { count = 0, mean = 0 } = ratings.get(id) ?? {};
      return [id, { id, nickname, headimgurl, answer_s: Math.round(times.get(id) ?? 0), rating_num: count, rating_mean: mean }];
    }),
  );
}

/** Rows with who asked them, as cards, in their order. */
export async function requestCards(ctx: Ctx, rows: readonly RequestRecord[], fields?: readonly RequestField[]): Promise<RequestCard[]> {
  const people = await requestPeople(
    ctx,
    rows.map(({ asker_id }) => asker_id),
  );
  const known = fields ?? (await requestFields(ctx));
  return rows.map((row) => cardOf(row, people.get(row.asker_id) as RequestPerson, known));
}

function cardOf(row: RequestRecord, asker: RequestPerson, fields: readonly RequestField[]): RequestCard {
  const { id, title, planners_num, planners_max, state } = row;
  return {
    ...{ id, title, planners_num, planners_max, state, state_text: REQUEST_STATES[state], asker },
    field: fields.find(({ key }) => key === row.field) ?? { key: row.field, name: '其他' },
    budget: row.budget_fen === null ? 0 : row.budget_fen / 100,
    event_day: row.event_day ?? '',
    place: areaName(row.province, row.city),
    cover: row.pictures[0] ? pictureOf(row.pictures[0], CARD_WIDTH) : null,
    published_at: row.published_at ? unixSeconds(row.published_at) : 0,
    closes_at: unixSeconds(row.closes_at),
  };
}

/** Short enough for the address of a cached page: `2026-11-22 22:02:20.123+00_12`. */
const cursorText = ([key, id]: Cursor): string => `${key}_${id}`;

/** What `cursorText` wrote, or undefined for anything else. */
function readCursor(text: string | undefined): Cursor | undefined {
  const [, key = '', id = ''] = /^(\d{4}-\d{2}-\d{2}[ T][\d:.]{5,15}[+-]\d{2}(?::?\d{2})?)_(\d{1,15})$/.exec(text ?? '') ?? [];
  return key !== '' && !Number.isNaN(Date.parse(key.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'))) ? [key, id] : undefined;
}

/** A page of the hall: what may be answered now, by the filter; what it does not know counts as not chosen. */
export async function requestList(ctx: Ctx, filter: RequestFilter): Promise<RequestList> {
  const now = ctx.app.clock.now();
  const fields = await requestFields(ctx);
  const source = hallSource(now);
  const filters = Object.fromEntries(
    Object.entries({ ...filter, open: '1' }).flatMap(([name, value]) =>
      ['open', 'field', 'province', 'city', 'budget', 'keyword'].includes(name) && value !== undefined ? [[name, String(value)]] : [],
    ),
  );
  const query = { filters, search: '', order: filter.sort ?? 'new' };
  const [after, before] = [readCursor(filter.after), readCursor(filter.before)];
  const at = before ? { before } : after ? { after } : {};
  const page = await selectKeyset<RequestRecord>(ctx.db, source, query, { ...at, limit: REQUEST_PAGE });
  const rows = page.rows.map(({ row }) => withDates(row));
  const [first, last] = [page.rows[0], page.rows.at(-1)];
  const more_after = before ? true : page.more;
  const more_before = before ? page.more : after !== undefined;
  return {
    list: await requestCards(ctx, rows, fields),
    after: more_after && last ? cursorText(last.cursor) : '',
    before: more_before && first ? cursorText(first.cursor) : '',
    total: await countKeyset(ctx.db, source, query, TOTAL_MOST),
    fields,
    newest: await findNewest(ctx.db),
  };
}

/** Codes of the provinces that lead somewhere in the hall. */
export const hallProvinces = (ctx: Ctx): Promise<number[]> => findHallProvinces(ctx.db, ctx.app.clock.now());

/** Statements outside the query builder bring times as text. */
function withDates(row: RequestRecord): RequestRecord {
  const date = (value: Date | string) => new Date(value);
  return {
    ...row,
    closes_at: date(row.closes_at),
    created_at: date(row.created_at),
    published_at: row.published_at && date(row.published_at),
  };
}

/** How many requests came into the hall after this one, up to 100. */
export async function requestNews(ctx: Ctx, after: number): Promise<{ num: number; newest: number }> {
  return countNewer(ctx.db, after, ctx.app.clock.now());
}

/** What everybody sees of a request; one that waits for staff does not exist for others. @throws AppError 404 */
export async function requestDetail(ctx: Ctx, id: number): Promise<RequestDetail> {
  const row = await findRequest(ctx.db, id);
  const own = ctx.actor.kind === 'user' && ctx.actor.user_id === row?.asker_id;
  if (!row || (row.published_at === null && !own)) throw notFound('求单不存在或已删除');
  const [card] = await requestCards(ctx, [row]);
  return {
    ...(card as RequestCard),
    ...{ detail: row.detail, pictures: row.pictures.map((one) => pictureOf(one, DETAIL_WIDTH)) },
    ...{ province: row.province ?? 0, city: row.city ?? 0 },
  };
}

/** The same, or null for what is not there. */
export async function findRequestDetail(ctx: Ctx, id: number): Promise<RequestDetail | null> {
  const row = await findRequest(ctx.db, id);
  return row?.published_at ? requestDetail(ctx, id) : null;
}

/** Requests are talked about through their answers: who wants to talk answers. */
export const requestChatSubject: ChatSubject = {
  kind: 'request',
  async load(ctx, ids) {
    const rows = await findRequests(ctx.db, ids);
    return new Map(
      rows.map((row) => [
        row.id,
        // who wants to talk answers: so many may, and so often a day
        { title: row.title, path: row.published_at ? requestPath(row.id) : '', owner_id: row.asker_id, open: false },
      ]),
    );
  },
  mayAsk: async (ctx, request_id, user_id) => (await findAnswer(ctx.db, request_id, user_id)) !== null,
};
