import type { ClosingCheck } from '#contract/account.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';

const PAGE = 50;
/** Limit of rows of one sort, far above real data: a package must end. */
const MOST = 20_000;

type Blocker = ClosingCheck['blockers'][number];
type Rows = (ctx: Ctx, user_id: number) => AsyncGenerator<unknown>;
type Page = (ctx: Ctx, user_id: number, at: { page: number; limit: number }) => Promise<readonly unknown[]>;

/** What an area does with personal data. `ctx` speaks as the user. */
export interface Personal {
  /** Lists of the package of one's data, by the names of their files; each is read as it is written. */
  files?: Readonly<Record<string, Rows>>;
  /** What stands against closing the account. */
  blockers?(ctx: Ctx, user_id: number): Promise<Blocker[]>;
  /** What its owner would lose with it. */
  losses?(ctx: Ctx, user_id: number): Promise<string[]>;
  /** What says who somebody was goes with the account, in its transaction. */
  forget?: ReadonlyArray<(tx: TxCtx, user_id: number) => Promise<void>>;
  /** What goes after it: nothing there names the user to others. */
  forget_later?: ReadonlyArray<(ctx: Ctx, user_id: number) => Promise<void>>;
}

const personal: Personal[] = [];

/** Adds what an area declares. */
export function registerPersonal(one: Personal): void {
  personal.push(one);
}

/** What all areas declare, in their order. */
export const allPersonal = (): readonly Personal[] => personal;

/** All rows of a list, page by page. */
export const paged = (read: Page): Rows =>
  async function* (ctx, user_id) {
    for (let page = 1; (page - 1) * PAGE < MOST; page++) {
      const rows = await read(ctx, user_id, { page, limit: PAGE });
      yield* rows;
      if (rows.length < PAGE) return;
    }
  };

/** A list that is read at once. */
export const once = (read: (ctx: Ctx, user_id: number) => Promise<readonly unknown[]>): Rows =>
  async function* (ctx, user_id) {
    yield* await read(ctx, user_id);
  };

/** Several lists in one file. */
export const joined = (...lists: readonly Rows[]): Rows =>
  async function* (ctx, user_id) {
    for (const rows of lists) yield* rows(ctx, user_id);
  };

/** A blocker where there are any. */
export const blocked = (count: number, text: (count: number) => string, href: string): Blocker[] =>
  count > 0 ? [{ text: text(count), href }] : [];

/** A list as JSON text, piece by piece. */
export async function* jsonText(rows: AsyncGenerator<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}  ${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
