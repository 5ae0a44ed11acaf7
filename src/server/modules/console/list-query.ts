import { QUERY_MAX } from '#contract/admin.ts';
import type { Ctx } from '../../app/ctx.ts';
import type { Cursor, KeysetQuery } from '../../db/keyset.ts';
import { invalid } from '../../kernel/errors.ts';
import type { StaffList } from './staff-list.ts';

const OWN = new Set(['q', 'order']);
const VALUE_MAX = 100;

/**
 * A list's query as its address, a saved view, an export and a bulk run write it: `status=paid&from=2026-11-01&q=...&order=old`. Columns and
 * cursors are the browser's and stay out.
 * @throws AppError code 1 for what the list does not know
 */
export function parseQuery(list: StaffList, text: string): KeysetQuery {
  if (text.length > QUERY_MAX) throw invalid({ query: '筛选条件过长' });
  const params = new URLSearchParams(text);
  const filters: Record<string, string> = {};
  for (const [key, value] of params) {
    if (OWN.has(key) || value === '') continue;
    if (!list.filters.some((filter) => filter.key === key) || value.length > VALUE_MAX) throw invalid({ query: '筛选条件无效' });
    filters[key] = value;
  }
  const order = params.get('order') ?? '';
  if (order !== '' && !list.orders.some(({ key }) => key === order)) throw invalid({ query: '排序方式无效' });
  return { filters, search: (params.get('q') ?? '').trim().slice(0, VALUE_MAX), order };
}

/** The same, with the accounts that its words name. @throws as `parseQuery` */
export async function readQuery(ctx: Ctx, list: StaffList, text: string): Promise<KeysetQuery> {
  const query = parseQuery(list, text);
  return { ...query, people: query.search === '' ? [] : await peopleIn(ctx, list, query.search) };
}

export const peopleIn = async (ctx: Ctx, list: StaffList, words: string): Promise<readonly number[]> =>
  (await list.people?.(ctx, words)) ?? [];

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

const KEY = /^[\w .:+-]{1,64}$/;

/** @throws AppError code 1 for a cursor that this site did not issue */
export function readCursor(text: string): Cursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string' && KEY.test(part))) {
      return [value[0] as string, value[1] as string];
    }
  } catch {
    // said below
  }
  throw invalid({ after: '翻页位置无效，请回到第一页' });
}
