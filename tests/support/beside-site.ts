import { setTimeout as wait } from 'node:timers/promises';
import { and, isNull, lte, max } from 'drizzle-orm';
import type { Envelope } from '#contract/envelope.ts';
import { type Actor, type Ctx, createCtx } from '#server/app/ctx.ts';
import { type Booted, boot } from '#server/boot.ts';
import { readConfig } from '#server/config/config.ts';
import { outbox } from '#server/outbox/tables.ts';
import { makePerson } from './people.ts';
import type { SitePlace } from './site.ts';

/** The same application beside a running site, on its database and files, for making people and for looking behind the curtain. */
export interface BesideSite {
  booted: Booted;
  ctx(actor?: Actor): Ctx;
  /** A signed-in user; without a phone of the test's choice, one that nobody has. */
  person(mobile?: string): Promise<{ id: number; token: string }>;
  /** Calls the real site over HTTP. Rejects when the connection breaks. */
  call<T = unknown>(method: string, path: string, token: string | null, body?: unknown): Promise<{ status: number; body: Envelope<T> }>;
  /** The site has delivered what happened until now: what was published is in the index. */
  delivered(): Promise<void>;
  stop(): Promise<void>;
}

const DELIVERED_MOST_MS = 60_000;

/** Works on no jobs itself; holds the embedded cluster, so it lives on while the site is killed. `env`: as the site's, where it has an own database. */
export async function besideSite(site: SitePlace, env: Record<string, string> = {}): Promise<BesideSite> {
  const booted = await boot(readConfig({ DATA_DIR: site.data_dir, SEED: 'NONE', LOG_LEVEL: 'fatal', ...env }), { work: false });
  const ctx = (actor: Actor = { kind: 'job', name: 'test' }) => createCtx(booted.app, actor, 'test');
  return {
    booted,
    ctx,
    async person(mobile) {
      const { id, token } = await makePerson(
        { app: booted.app, ctx },
        { ...(mobile ? { mobile, nickname: `测试${mobile.slice(-4)}` } : {}) },
      );
      return { id, token };
    },
    async call<T>(method: string, path: string, token: string | null, body?: unknown) {
      const answer = await fetch(`${site.url}/gateway${path}`, {
        method,
        headers: { platform: '4', ...(token ? { token } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      });
      return { status: answer.status, body: (await answer.json()) as Envelope<T> };
    },
    async delivered() {
      const { db } = booted.app;
      const [last] = await db.select({ id: max(outbox.id) }).from(outbox);
      const waiting = and(isNull(outbox.delivered_at), isNull(outbox.failed_at), lte(outbox.id, last?.id ?? 0));
      for (const deadline = Date.now() + DELIVERED_MOST_MS; (await db.$count(outbox, waiting)) > 0; await wait(50))
        if (Date.now() > deadline) throw new Error('the site does not deliver its events');
    },
    stop: () => booted.stop(),
  };
}
