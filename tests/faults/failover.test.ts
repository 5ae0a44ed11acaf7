import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { Order } from '#contract/order.ts';
import type { UploadSignature, UploadState } from '#contract/publish.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { installTerms } from '#server/install.ts';
import { createItem, setItemStatus } from '#server/modules/catalog/index.ts';
import { askAbout, sendMessage } from '#server/modules/chat/index.ts';
import { reconcilePayments } from '#server/modules/orders/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { emit } from '#server/outbox/outbox.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { type Failover, type Machine, startFailover } from '../support/failover.ts';
import { rounds } from '../support/long.ts';
import { makePerson, type Person } from '../support/people.ts';
import { type Site, startSite } from '../support/site.ts';

/** Run by `npm run test:long` alone, where the programs of deploy/failover are installed (tools/system-packages.mjs, vitest.config.ts). */
const ROUNDS = rounds(2, 10);
const BUYERS = 6;
const PART_BYTES = 16 * 1024;
const PARTS = 150;
/** Bounds of behaviour, not of speed: measured is a third of them and less (docs/growth.md). */
const GONE_MOST_MS = 90_000;
const PLANNED_MOST_MS = 45_000;

let dir: string;
let failover: Failover;
let site: Site;
let beside: BesideSite;
/** Where the test looks by itself. */
let db: pg.Pool;
let buyers: Person[];
let publisher: Person;
let talkers: Array<{ person: Person; talk: number }>;
const items: number[] = [];
const kept: string[] = [];
/** Published before the load, so that no page is purged by it. */
const ready: number[] = [];
/** What of it each buyer has not asked for yet. */
const shelves = new Map<number, number[]>();

/** What the site said is done. */
const done = {
  orders: new Map<string, { buyer: number; item: number }>(),
  messages: new Map<string, string>(),
  signed: new Set<number>(),
  files: new Map<number, string>(),
};
const sorts = ['order', 'message', 'points', 'bytes'] as const;
type Sort = (typeof sorts)[number];
/** When the last one was answered. */
const last: Record<Sort, number> = { order: 0, message: 0, points: 0, bytes: 0 };
const refused = new Map<string, number>();

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'cemao-failover-data-'));
  failover = await startFailover();
  const env = { DATABASE_URL: failover.url, DATABASE_SESSION_URL: failover.session_url };
  site = await startSite({ data_dir: dir, env });
  beside = await besideSite(site, env);
  db = new pg.Pool({ connectionString: failover.session_url, max: 2 });
  db.on('error', () => undefined);
  await installTerms(beside.booted.app);
  publisher = await makePerson({ app: beside.booted.app, ctx: () => beside.ctx() });
  buyers = await many(BUYERS);
  for (let n = 0; n < 30; n++) await addItem();
  talkers = await Promise.all(
    (await many(2)).map(async (person) => ({
      person,
      talk: (await askAbout(beside.ctx(person.actor), { kind: 'item', id: items[0] as number })).id,
    })),
  );
  // who is answered may go on
  for (const { talk: id } of talkers) await sendMessage(beside.ctx(publisher.actor), { ...SAID, id, client_id: `answer-${id}` });
  for (let n = 0; n < ROUNDS * 9; n++) {
    ready.push(...(await Promise.all(Array.from({ length: 20 }, addItem))));
    await beside.delivered();
  }
  kept.push('/', '/programme', ...items.slice(0, 6).map((id) => `/programme/detail?id=${id}`));
  for (const path of kept) expect((await fetch(site.url + path)).status, path).toBe(200);
}, 480_000);
afterAll(async () => {
  await db?.end();
  await beside?.stop();
  await site?.stop();
  await failover?.stop();
  if (dir) rmSync(dir, { recursive: true, force: true });
}, 120_000);

const many = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makePerson({ app: beside.booted.app, ctx: () => beside.ctx() })));
const addItem = async () => {
  const id = await inTransaction(beside.ctx(), async (tx) => {
    const made = await createItem(tx, {
      kind: KINDS.scheme,
      publisher_id: publisher.id,
      title: `方案${items.length}`,
      price_fen: 1_000,
      format: 'pdf',
    });
    await setItemStatus(tx, made, ['draft'], 'published');
    return made;
  });
  items.push(id);
  return id;
};

const SAID = { type: 'text', text: '在', file_id: 0, item_id: 0, price: null, confirmed: true } as const;

interface Loss {
  what: string;
  most_ms: number;
  begin(machine: Machine): void | Promise<void>;
  /** The machine comes back, when the other one has long taken over. */
  end(machine: Machine): void;
}
const LOSSES: Loss[] = [
  { what: 'its server is killed', most_ms: GONE_MOST_MS, begin: (machine) => machine.kill(), end: () => undefined },
  { what: 'it stands still', most_ms: GONE_MOST_MS, begin: (machine) => machine.freeze(), end: (machine) => machine.thaw() },
  { what: 'it is cut from the net', most_ms: GONE_MOST_MS, begin: (machine) => machine.cut(), end: (machine) => machine.mend() },
  { what: 'the other takes over by plan', most_ms: PLANNED_MOST_MS, begin: (machine) => machine.switchOver(), end: () => undefined },
];

it.each(LOSSES)(
  `loses and doubles nothing when of two database machines the first is lost: $what, ${ROUNDS} times`,
  { timeout: ROUNDS * 420_000 },
  async ({ what, most_ms, begin, end }) => {
    const { pid } = site;
    const away: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const machine = await failover.whole();
      const signers = await many(250);
      const load = new AbortController();
      const pages = readPages(load.signal);
      const work = [
        ...buyers.map((buyer) => buy(buyer, load.signal)),
        ...talkers.map((one) => talk(one, load.signal)),
        upload(load.signal),
        sign(signers, load.signal),
      ];
      try {
        await moved(performance.now(), 60_000);
        // what was purged a moment ago is no cached page
        for (const path of kept) expect((await fetch(site.url + path)).status, path).toBe(200);
        await wait(Math.random() * 1_000);
        const began = performance.now();
        const before = Math.max(...sorts.map((sort) => last[sort]));
        await begin(machine);
        // the old first is lost, or has stepped down: what is answered after this was answered by the other
        await untilOtherLeads(machine, most_ms);
        const back = await moved(performance.now(), most_ms);
        away.push(Math.round(back - Math.min(began, before)));
        await wait(1_000);
        end(machine);
        // the first one may come back with what it believed: nothing of that is seen
        await failover.whole();
        await moved(performance.now(), 60_000);
      } finally {
        end(machine);
        load.abort();
        await Promise.all(work);
      }
      const { asked, failed } = await pages;
      expect(failed, `of ${asked} cached pages while ${what}`).toEqual([]);
      expect(asked).toBeGreaterThan(20);
      await nothingIsLost();
    }
    await backgroundGoesOn();
    expect(site.pid, 'nobody restarted the site').toBe(pid);
    expect(site.logs()).not.toMatch(/uncaught|unhandled/i);
    process.stdout.write(
      `failover: ${what}: all four sorts of writes are answered again after ${away.join(', ')} ms; refused meanwhile: ${JSON.stringify(Object.fromEntries(refused))}\n`,
    );
    refused.clear();
  },
);

/** Waits until each sort of work was answered once more after `since`. @returns when the last of them was */
async function moved(since: number, most_ms: number): Promise<number> {
  for (const deadline = performance.now() + most_ms; sorts.some((sort) => last[sort] < since); await wait(20)) {
    if (performance.now() < deadline) continue;
    const still = sorts.filter((sort) => last[sort] < since);
    throw new Error(
      `no ${still.join(', ')} within ${most_ms} ms; ${JSON.stringify(Object.fromEntries(refused))}\n${site.logs().slice(-6_000)}\n${failover.logs()}`,
    );
  }
  return Math.max(...sorts.map((sort) => Math.min(last[sort], performance.now())));
}

/** By the way of the site itself: a transaction is begun by another server than before. */
async function untilOtherLeads(machine: Machine, most_ms: number): Promise<void> {
  for (const deadline = performance.now() + most_ms; ; await wait(100)) {
    if (
      await failover.leads().then(
        (name) => name !== null && name !== machine.name,
        () => false,
      )
    )
      return;
    if (performance.now() > deadline) throw new Error(`nobody took over from ${machine.name}\n${failover.logs()}`);
  }
}

function answered(sort: Sort): void {
  last[sort] = performance.now();
}
function note(why: number | string): void {
  refused.set(String(why), (refused.get(String(why)) ?? 0) + 1);
}
/** One call after the other until it is answered as done; what was asked once is asked again in the same words. */
async function go(until: AbortSignal, pause_ms: number, round: () => Promise<void>): Promise<void> {
  while (!until.aborted) {
    await round().catch((error: Error) => {
      note(error instanceof Refused ? error.status : error.message.slice(0, 60));
      return wait(100);
    });
    await wait(pause_ms);
  }
}
class Refused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`refused: ${status}`);
    this.status = status;
  }
}
async function ask<T>(method: string, path: string, token: string | null, body?: unknown): Promise<T> {
  const answer = await beside.call<T>(method, path, token, body);
  if (answer.status >= 500) throw new Refused(answer.status);
  if (answer.body.code !== 0) throw new Error(`${path}: ${answer.body.msg}`);
  return answer.body.data;
}

async function buy(buyer: Person, until: AbortSignal): Promise<void> {
  const shelf = shelves.get(buyer.id) ?? [...ready];
  shelves.set(buyer.id, shelf);
  await go(until, 800, async () => {
    const item = shelf.pop() ?? (await addItem());
    let order: Order | undefined;
    while (!order) {
      const placed = await beside.call<Order>('POST', '/scheme/buy/order', buyer.token, { id: item, balance: 0, code: '' });
      if (placed.body.code === 0) order = placed.body.data;
      else if (placed.status < 500) throw new Error(placed.body.msg);
      else {
        note(placed.status);
        if (until.aborted) return;
        await wait(100);
      }
    }
    await ask('POST', '/sandbox/pay', null, { orderid: order.orderid, channel: 'wechat', result: 'success', copies: 2 });
    done.orders.set(order.orderid, { buyer: buyer.id, item });
    answered('order');
  });
}

async function talk({ person, talk: id }: (typeof talkers)[number], until: AbortSignal): Promise<void> {
  let client_id = '';
  await go(until, 1_050, async () => {
    client_id ||= randomBytes(12).toString('hex');
    const text = `第 ${client_id} 条`;
    await ask('POST', '/user/chat/send', person.token, { id, client_id, type: 'text', text, confirmed: 1 });
    done.messages.set(client_id, text);
    client_id = '';
    answered('message');
  });
}

async function sign(people: Person[], until: AbortSignal): Promise<void> {
  const waiting = [...people];
  await go(until, 250, async () => {
    const [person] = waiting;
    if (!person) return answered('points');
    const answer = await beside.call('POST', '/api/signin', person.token, {});
    if (answer.status >= 500) throw new Refused(answer.status);
    // what was done in a round whose answer was lost is refused as done
    waiting.shift();
    done.signed.add(person.id);
    answered('points');
  });
}

/** File after file in small parts; each goes on where the site says. */
async function upload(until: AbortSignal): Promise<void> {
  let file: { data: Buffer; signed: UploadSignature; offset: number } | null = null;
  await go(until, 20, async () => {
    if (!file) {
      const data = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(PARTS * PART_BYTES)]);
      const signed = await ask<UploadSignature>('POST', '/api/oss/signature_new', publisher.token, {
        type: 'attachment',
        save_name: `${randomBytes(4).toString('hex')}.pdf`,
        size: data.length,
      });
      file = { data, signed, offset: 0 };
    }
    const { upload_key, policy, signature } = file.signed;
    const state = await ask<UploadState>('GET', `/upload/${upload_key}`, publisher.token);
    // never less than was acknowledged
    expect(state.received_bytes).toBeGreaterThanOrEqual(file.offset);
    file.offset = state.received_bytes;
    let whole = state.file;
    if (!whole) {
      const answer = await fetch(`${site.url}/gateway/upload/${upload_key}?offset=${file.offset}`, {
        method: 'POST',
        headers: {
          token: publisher.token,
          'x-upload-policy': policy,
          'x-upload-signature': signature,
          'content-type': 'application/octet-stream',
        },
        body: new Uint8Array(file.data.subarray(file.offset, file.offset + PART_BYTES)),
        signal: AbortSignal.timeout(20_000),
      });
      if (answer.status >= 500) throw new Refused(answer.status);
      const body = (await answer.json()) as { code: number; msg: string; data: UploadState };
      if (body.code !== 0) throw new Error(body.msg);
      file.offset = body.data.received_bytes;
      whole = body.data.file;
    }
    if (whole) {
      done.files.set(whole.id, createHash('sha256').update(file.data).digest('hex'));
      file = null;
    }
    answered('bytes');
  });
}

/** Visitors of cached pages: each is answered whatever the database does. */
async function readPages(until: AbortSignal): Promise<{ asked: number; failed: string[] }> {
  const failed: string[] = [];
  let asked = 0;
  while (!until.aborted) {
    const path = kept[asked++ % kept.length] as string;
    const answer = await fetch(site.url + path).catch((error: Error) => ({ status: error.message, text: async () => '' }));
    await answer.text();
    if (answer.status !== 200) failed.push(`${answer.status} ${path}`);
    await wait(100);
  }
  return { asked, failed };
}

/** What was acknowledged is there once. */
async function nothingIsLost(): Promise<void> {
  const ahead: Ctx = { ...beside.ctx(), app: { ...beside.booted.app, clock: { now: () => new Date(Date.now() + 11_000) } } };
  await reconcilePayments(ahead);
  const { rows: orders } = await db.query(
    `select o.orderid, o.status, p.status as payment, (select count(*)::int from ledger_transfers t where t.key like '%' || p.payment_no) as transfers,
       (select count(*)::int from grants g where g.user_id = o.buyer_id and g.item_id = o.subject_id and g.revoked_at is null) as grants
     from orders o join payments p on p.order_id = o.id where o.orderid = any($1)`,
    [[...done.orders.keys()]],
  );
  expect(orders.length).toBe(done.orders.size);
  for (const order of orders) expect(order, order.orderid).toMatchObject({ status: 2, payment: 'paid', transfers: 1, grants: 1 });
  const twice = await db.query(
    "select buyer_id, subject_id from orders where status = 2 and subject = 'item' group by 1, 2 having count(*) > 1",
  );
  expect(twice.rows).toEqual([]);
  const { rows: messages } = await db.query('select client_id, body from chat_messages where client_id = any($1)', [
    [...done.messages.keys()],
  ]);
  expect(messages.length).toBe(done.messages.size);
  for (const { client_id, body } of messages) expect(body).toBe(done.messages.get(client_id));
  const gaps = await db.query('select conversation_id from chat_messages group by 1 having count(*) <> max(seq) - min(seq) + 1');
  expect(gaps.rows, 'numbers of messages have no gap').toEqual([]);
  const { rows: points } = await db.query(
    'select u as user_id from unnest($1::bigint[]) u left join point_lots l on l.user_id = u left join sign_ins s on s.user_id = u group by u having count(distinct l.id) <> 1 or count(distinct s.day) <> 1',
    [[...done.signed]],
  );
  expect(points, 'one day, one gift').toEqual([]);
  const { rows: files } = await db.query<{ id: number; sha256: string }>('select id::int, sha256 from files where id = any($1)', [
    [...done.files.keys()],
  ]);
  expect(files.length).toBe(done.files.size);
  for (const { id, sha256 } of files) expect(sha256).toBe(done.files.get(id));
  expect(await proveLedger(beside.ctx())).toMatchObject({ ok: true, faults: [] });
}

/** Events are delivered and other processes' purges heard, on connections that lost their server. */
async function backgroundGoesOn(): Promise<void> {
  // no page that the load reads is about it
  const id = items[20] as number;
  const title = `改名${randomBytes(3).toString('hex')}`;
  await inTransaction(beside.ctx(), async (tx) => {
    await tx.db.execute(`update items set title = '${title}' where id = ${id}`);
    await emit(tx, 'item.changed', { item_id: id, what: 'texts', codes: [] });
  });
  await beside.delivered();
  await expect.poll(async () => (await (await fetch(`${site.url}/programme/detail?id=${id}`)).text()).includes(title)).toBe(true);
}
