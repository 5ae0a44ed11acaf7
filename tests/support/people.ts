import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Actor, App, Ctx, Role } from '#server/app/ctx.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { createUser } from '#server/modules/identity/index.ts';
import { tokens, users } from '#server/modules/identity/tables.ts';

export interface Person {
  id: number;
  token: string;
  actor: Actor;
}

export interface PersonWish {
  /** Default: one that nobody has. */
  mobile?: string;
  nickname?: string;
  roles?: Role[];
}

/** An application that people live in: of the test, or beside a site. */
export interface Place {
  app: App;
  ctx(): Ctx;
}

// strangers that fill tables are numbered from 13000000000 on
let phone = 13_100_000_000 + Number.parseInt(randomBytes(3).toString('hex'), 16);

/** A signed-in user, whose proof is fresh as long as the login lasts. */
export async function makePerson(place: Place, { mobile = String(++phone), nickname, roles = [] }: PersonWish = {}): Promise<Person> {
  const { app } = place;
  const id = await createUser(place.ctx(), { mobile, password: null, nickname: nickname ?? `用户${mobile.slice(-5)}` });
  if (roles.length > 0) await app.db.update(users).set({ roles }).where(eq(users.id, id));
  const token = randomBytes(32).toString('base64url');
  const expires_at = new Date(app.clock.now().getTime() + 30 * 86_400_000);
  const [row] = await app.db
    .insert(tokens)
    .values({ user_id: id, token_hash: sha256(token), expires_at, proven_at: expires_at })
    .returning({ id: tokens.id });
  return { id, token, actor: { kind: 'user', user_id: id, token_id: row?.id ?? 0, roles, address: '10.0.0.1' } };
}
