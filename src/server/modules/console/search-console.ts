import { COUNT_MOST, type ConsoleFound, SEARCH_HITS } from '#contract/admin.ts';
import { consoleScreens } from '#contract/areas/index.ts';
import type { ConsoleHit, WaitingRows } from '#contract/outputs/admin.ts';
import { type Ctx, can, inTransaction, requireVerb } from '../../app/ctx.ts';
import { countKeyset, selectByIds, selectKeyset } from '../../db/keyset.ts';
import { invalid } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { maskMobile } from '../identity/index.ts';
import { parseQuery, peopleIn, queried } from './read-list.ts';
import { allStaffLists, type ListFound, type StaffList, screenOf } from './staff-list.ts';

/**
 * Looks for the text in every list that the caller may see and that answers: numbers of orders, payments, invoices ..., phones, ids, names
 * and titles. An audit row says who looked for what; of a phone it keeps what screens show of one.
 * @throws AppError 403; code 1 for an empty text
 */
export async function searchConsole(ctx: Ctx, text: string): Promise<ConsoleFound[]> {
  requireVerb(ctx, 'list.use');
  const words = plainText(text);
  if (words === '') throw invalid({ words: '请输入要查找的内容' });
  const lists = allStaffLists().filter(({ verb }) => can(ctx.actor, verb));
  const answers = await Promise.all(lists.map((list) => (list.found ? foundIn(ctx, list, list.found, words) : null)));
  const general = new Set(lists.filter(({ found }) => found?.general).map(({ key }) => key));
  const found = inOrder(
    answers.filter((one) => one !== null),
    general,
  );
  await inTransaction(ctx, (tx) =>
    recordAudit(tx, 'console.search', 'console', {
      words: words.replace(/(?<!\d)1\d{10}(?!\d)/g, maskMobile),
      found: Object.fromEntries(found.map(({ list, hits }) => [list, hits.length])),
    }),
  );
  return found;
}

async function foundIn(ctx: Ctx, list: StaffList, { title, beside, more }: ListFound, words: string): Promise<ConsoleFound> {
  const { source } = list;
  const people = await peopleIn(ctx, list, words);
  const [listed, ids] = await Promise.all([
    source.search
      ? queried(() => selectKeyset(ctx.db, source, { filters: {}, search: words, order: '', people }, { limit: SEARCH_HITS }))
      : { rows: [], more: false },
    more?.(ctx, words, SEARCH_HITS) ?? [],
  ]);
  const known = new Set(listed.rows.map(({ cursor }) => cursor[1]));
  const others = await selectByIds(ctx.db, source, ids.filter((id) => !known.has(id)).slice(0, SEARCH_HITS - listed.rows.length));
  const rows = await list.show(ctx, [...listed.rows.map(({ row }) => row), ...others]);
  const screen = screenOf(list);
  const all = `${screen}?${new URLSearchParams({ q: words })}`;
  const told = beside.flatMap((name) => list.columns.find(({ key }) => key === name) ?? []);
  return {
    list: list.key,
    title: list.title,
    screen,
    all: listed.more ? all : '',
    hits: rows.map(
      ({ cells, href }): ConsoleHit => ({
        title: String(cells[title] ?? ''),
        about: told
          .map(({ key, kind }) => (kind === 'money' ? `¥${cells[key]}` : String(cells[key] ?? '')))
          .filter(Boolean)
          .join(' · '),
        href: href || all,
      }),
    ),
  };
}

/** What a list of all kinds and the list of one lead to stands in the second; lists in the order of the menu. */
function inOrder(found: readonly ConsoleFound[], general: ReadonlySet<string>): ConsoleFound[] {
  const own = new Set(found.flatMap(({ list, hits }) => (general.has(list) ? [] : hits.map(({ href }) => href))));
  const screens = consoleScreens.map(({ route }) => route);
  const place = ({ screen }: ConsoleFound) => screens.indexOf(screen);
  return found
    .map((one) => (general.has(one.list) ? { ...one, hits: one.hits.filter(({ href }) => !own.has(href)) } : one))
    .filter(({ hits }) => hits.length > 0)
    .toSorted((a, b) => place(a) - place(b));
}

/** What of the lists that the caller may see waits for staff, counted no further than `COUNT_MOST` + 1. @throws AppError 403 */
export async function countWaiting(ctx: Ctx): Promise<WaitingRows[]> {
  requireVerb(ctx, 'today.see');
  const lists = allStaffLists().filter(({ verb }) => can(ctx.actor, verb));
  return Promise.all(
    lists.flatMap((list) =>
      (list.waits ?? []).map(async ({ title, query }) => ({
        title,
        href: `${screenOf(list)}?${query}`,
        count: await countKeyset(ctx.db, list.source, parseQuery(list, query), COUNT_MOST),
        oldest: await oldestOf(ctx, list, query),
      })),
    ),
  );
}

/** The first time that the oldest row says, unix seconds; 0: there is none. */
async function oldestOf(ctx: Ctx, list: StaffList, query: string): Promise<number> {
  const { rows } = await selectKeyset(ctx.db, list.source, { ...parseQuery(list, query), order: 'old' }, { limit: 1 });
  const [row] = await list.show(
    ctx,
    rows.map((one) => one.row),
  );
  const time = list.columns.find(({ kind }) => kind === 'time');
  return time && row ? Number(row.cells[time.key]) || 0 : 0;
}
