import { type App, type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { wakeStreams } from '../../db/notices.ts';
import { tokenMemory } from './authenticate.ts';
import { revokeTokens, type WhichLogins } from './repo.ts';

/** The topic by which every process ends the streams of a login. */
const loginTopic = (token_id: number): string => `login:${token_id}`;

/** The logins whose end a notice names among other topics. */
export const endedLogins = (topics: readonly string[]): number[] =>
  topics.flatMap((topic) => (topic.startsWith('login:') ? Number(topic.slice(6)) : []));

/** What a user made that outlives a single login, such as a calendar's address: ends it with all logins. */
export type LastingEnd = (tx: TxCtx, user_id: number) => Promise<void>;

const lasting: LastingEnd[] = [];

export function registerLastingEnd(end: LastingEnd): void {
  lasting.push(end);
}

const listeners = new WeakMap<App, (token_ids: readonly number[]) => void>();

/** Called after the commit, in this process, with the logins that ended. */
export function onLoginsEnded(app: App, listener: (token_ids: readonly number[]) => void): void {
  listeners.set(app, listener);
}

/** Ends logins with all that is bound to them: codes, links and streams. Says how many there were. */
export async function endTokens(tx: TxCtx, which: WhichLogins): Promise<number> {
  const ended = await revokeTokens(tx.db, which, tx.app.clock.now());
  await wakeStreams(tx.db, ended.map(loginTopic));
  tx.afterCommit(() => {
    tokenMemory(tx.app).forgetUser(which.user_id);
    listeners.get(tx.app)?.(ended);
  });
  return ended.length;
}

/** Ends all logins (or all `but` one) and what the user made that would outlive them: for a reset, another phone, a ban, a closing. */
export async function endAllOfUser(tx: TxCtx, user_id: number, but?: number): Promise<void> {
  await endTokens(tx, { user_id, ...(but === undefined ? {} : { but }) });
  for (const end of lasting) await end(tx, user_id);
}

/** Ends the login that this call came with; other browsers stay signed in. Nothing happens for a visitor. */
export async function logOut(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind !== 'user') return;
  const { token_id } = ctx.actor;
  // an employee's login is their own, whichever enterprise they act for
  const user_id = ctx.actor.employee_id ?? ctx.actor.user_id;
  await inTransaction(ctx, (tx) => endTokens(tx, { user_id, token_id }));
}
