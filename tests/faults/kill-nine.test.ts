import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { Order } from '#contract/order.ts';
import type { UploadSignature, UploadState } from '#contract/publish.ts';
import { createRandom } from '#demo/random.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { installTerms } from '#server/install.ts';
import { createItem, kindTerms, setItemStatus } from '#server/modules/catalog/index.ts';
import { reconcilePayments } from '#server/modules/orders/index.ts';
import { cleanUploads } from '#server/modules/publishing/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { makePdf } from '../support/documents.ts';
import { beginTrade, type Trade } from '../support/kill-trade.ts';
import { rounds } from '../support/long.ts';
import { type Site, startSite } from '../support/site.ts';

const ROUNDS = rounds(20, 100);
const BUYERS = 4;
/** Of the publisher's; used by orders until none is left. */
const CODE = 'KILL20';
const CODE_USES = 6;
/** Small parts of large files, so that kills fall between and into them. */
const PART_BYTES = 16 * 1024;
const PARTS = 24;
/** Of each document: strips, drawn quickly, and enough of them that kills fall between. */
const PAGES = [9, 12, 15, 18];

let site: Site;
let beside: BesideSite;
let db: pg.Pool;
let buyers: Array<{ id: number; token: string }>;
let publisher: { id: number; token: string };
let category_id: number;
let trade: Trade;
const items: number[] = [];
/** Orders whose payment the provider confirmed to the payer. */
const confirmed: Array<{ orderid: string; buyer_id: number; item_id: number }> = [];
const documents: Upload[] = [];

interface Upload {
  name: string;
  data: Uint8Array;
  pages: number;
  signed: UploadSignature | null;
  file_id: number | null;
  submitted: boolean;
  resumed: number;
}

beforeAll(async () => {
  site = await startSite();
  beside = await besideSite(site);
  db = new pg.Pool({ connectionString: beside.booted.database_url, max: 4 });
  await installTerms(beside.booted.app);
  buyers = await Promise.all(Array.from({ length: BUYERS }, (_, i) => beside.person(`1370000000${i}`)));
  publisher = await beside.person('13700000099');
  category_id = (await kindTerms(beside.ctx(), KINDS.scheme)).categories[0]?.id as number;
  for (let i = 0; i < ROUNDS * 8; i++) {
    items.push(
      await inTransaction(beside.ctx(), async (tx) => {
        const id = await createItem(tx, {
          kind: KINDS.scheme,
          publisher_id: publisher.id,
          title: `方案${i}`,
          price_fen: 1_000 + i,
          format: 'pdf',
        });
        await setItemStatus(tx, id, ['draft'], 'published');
        return id;
      }),
    );
  }
  const [from, to] = ['2026-01-01', '2099-12-31'];
  const code = { code: CODE, percent_off: 20, from, to, most: CODE_USES, per_person: 0 };
  expect((await beside.call('POST', '/user/discount', publisher.token, code)).body).toMatchObject({ code: 0 });
  trade = await beginTrade({ site, beside, db, inFuture }, () => answered++);
  for (const [index, pages] of PAGES.entries()) {
    const data = Buffer.concat([await makePdf({ pages }), Buffer.alloc(PARTS * PART_BYTES, '\n')]);
    documents.push({ name: `${index}.pdf`, data, pages, signed: null, file_id: null, submitted: false, resumed: 0 });
  }
});
afterAll(async () => {
  await db?.end();
  await beside?.stop();
  await site?.stop();
});

it(`IM-12 loses and doubles nothing in ${ROUNDS} kills at random moments`, { timeout: ROUNDS * 30_000 }, async () => {
  const random = createRandom(Date.now() % 1_000_000);
  for (let round = 0; round < ROUNDS; round++) {
    const load = new AbortController();
    const work = [...buyers.map((buyer) => buy(buyer, load.signal)), publish(load.signal), ...trade.work(load.signal)];
    // by what the site did, not by the clock: a slow machine is killed in the middle of as much work as a fast one
    await moreAnswers(random.between(1, 90));
    await wait(random.between(0, 30));
    await site.kill9();
    load.abort();
    await Promise.all(work);
    await site.restart();
    expect(await proveLedger(beside.ctx()), `ledger after kill ${round + 1}`).toMatchObject({ ok: true, faults: [] });
  }
  // how much was paid depends on the machine; that enough was paid for the checks below to mean something does not
  expect(confirmed.length, 'the load paid something').toBeGreaterThan(5);

  await trade.renewalsDone();
  // reconciliation leaves payments younger than ten seconds to their notify
  const reconciled = await reconcilePayments(inFuture(11_000));
  await ordersAreWhole(JSON.stringify(reconciled));
  const { rows } = await db.query<{ n: number }>('select count(*)::int as n from orders where code_id is not null and status = 2');
  expect(rows[0]?.n, 'a code of so many uses').toBeLessThanOrEqual(CODE_USES);
  expect(rows[0]?.n).toBeGreaterThan(0);
  await trade.isWhole();
  await documentsArrive();
  expect(await proveLedger(beside.ctx())).toMatchObject({ ok: true, faults: [] });
});

/** What the site answered so far. */
let answered = 0;

/** Waits until the site has answered so many calls more. */
async function moreAnswers(count: number): Promise<void> {
  const until = answered + count;
  for (const deadline = Date.now() + 30_000; answered < until; await wait(1)) {
    if (Date.now() > deadline) throw new Error(`the site answered ${answered - until + count} calls of ${count}\n${site.logs()}`);
  }
}

/** A context whose clock is ahead. */
function inFuture(ahead_ms: number): Ctx {
  const { app } = beside.booted;
  return { ...beside.ctx(), app: { ...app, clock: { now: () => new Date(Date.now() + ahead_ms) } } };
}

/** Places and pays orders, every second payment notified twice, until the site dies. */
async function buy(buyer: { id: number; token: string }, until: AbortSignal): Promise<void> {
  const mine = items.filter((_, index) => index % BUYERS === buyers.indexOf(buyer));
  for (let n = 0; !until.aborted; n++) {
    try {
      const [item_id = 0, ...more] = mine.filter((id) => !confirmed.some((order) => order.item_id === id));
      // every third is a cart of two
      const together = n % 3 === 2 && more[0] !== undefined;
      const single = (code: object) => beside.call<Order>('POST', '/scheme/buy/order', buyer.token, { id: item_id, balance: 0, ...code });
      const cheaper = together || n % 3 === 0 ? null : await single({ code: CODE });
      const placed = together
        ? await beside.call<Order>('POST', '/user/cart/order', buyer.token, { ids: [item_id, more[0]], balance: 0 })
        : cheaper?.body.code === 0
          ? cheaper
          : await single({ code: '' });
      answered++;
      if (placed.body.code !== 0) {
        // bought in a round whose answer was lost; of a cart perhaps the other
        if (!together) confirmed.push({ orderid: '', buyer_id: buyer.id, item_id });
        continue;
      }
      const { orderid } = placed.body.data;
      const paid = await beside.call('POST', '/sandbox/pay', null, {
        orderid,
        channel: n % 2 ? 'wechat' : 'alipay',
        result: 'success',
        copies: 1 + (n % 2),
      });
      answered++;
      if (paid.body.code === 0) confirmed.push({ orderid, buyer_id: buyer.id, item_id });
    } catch {
      // the connection broke: the next round goes on
    }
  }
}

/** Uploads documents in parts, resuming where the site says, and submits them. */
async function publish(until: AbortSignal): Promise<void> {
  for (const upload of documents) {
    while (!until.aborted && !upload.submitted) {
      try {
        if (upload.file_id === null) await sendParts(upload, until);
        else await submit(upload);
      } catch (error) {
        if (error instanceof Refused) throw error;
        await wait(20);
      }
    }
  }
}

/** The site is up and says no: trying again changes nothing. */
class Refused extends Error {}

async function sendParts(upload: Upload, until: AbortSignal): Promise<void> {
  if (!upload.signed) {
    const answer = await beside.call<UploadSignature>('POST', '/api/oss/signature_new', publisher.token, {
      type: 'scheme',
      save_name: upload.name,
      size: upload.data.byteLength,
    });
    upload.signed = answer.body.data;
  }
  const { upload_key, policy, signature } = upload.signed;
  const state = (await beside.call<UploadState>('GET', `/upload/${upload_key}`, publisher.token)).body.data;
  if (state.received_bytes > 0) upload.resumed++;
  let offset = state.received_bytes;
  let file = state.file;
  while (!file && !until.aborted) {
    const answer = await fetch(`${site.url}/gateway/upload/${upload_key}?offset=${offset}`, {
      method: 'POST',
      headers: {
        token: publisher.token,
        'x-upload-policy': policy,
        'x-upload-signature': signature,
        'content-type': 'application/octet-stream',
      },
      body: Buffer.from(upload.data.subarray(offset, offset + PART_BYTES)),
    });
    const { data } = (await answer.json()) as { data: UploadState };
    answered++;
    offset = data.received_bytes;
    file = data.file;
    await wait(5);
  }
  upload.file_id = file?.id ?? null;
}

async function submit(upload: Upload): Promise<void> {
  const answer = await beside.call('POST', '/scheme/schemev2', publisher.token, {
    draft_key: `kill-nine-${upload.name.replace('.', '-')}`,
    title: `断电测试方案 ${upload.name}`,
    introduction: '介绍文字',
    category_id,
    price_type: 'free',
    free_pages: 3,
    cover_page: 1,
    file_id: upload.file_id,
  });
  if (answer.body.code !== 0) throw new Refused(answer.body.msg);
  upload.submitted = true;
}

/**
 * What a payer was told is paid is settled once: one grant, one transfer, one earning. Money for an item that an order with a lost
 * answer had bought already goes back, and is said to.
 */
async function ordersAreWhole(reconciled: string): Promise<void> {
  const paid = confirmed.filter((order) => order.orderid !== '');
  const { rows } = await db.query<{ orderid: string; status: number; transfers: number; grants: number; payment: string; refunds: number }>(
    `select o.orderid, o.status, p.status as payment,
       (select count(*)::int from ledger_transfers t where t.key like '%' || p.payment_no) as transfers,
       (select count(*)::int from refunds r where r.payment_id = p.id) as refunds,
       (select count(*)::int from grants g where g.user_id = o.buyer_id and g.item_id = o.subject_id and g.revoked_at is null) as grants
     from orders o join payments p on p.order_id = o.id where coalesce(o.cart_no, o.orderid) in
       (select coalesce(cart_no, orderid) from orders where orderid = any($1))`,
    [paid.map((order) => order.orderid)],
  );
  expect(rows.length).toBeGreaterThanOrEqual(paid.length);
  for (const row of rows) {
    const { orderid } = row;
    if (row.payment === 'paid') expect(row, `order ${orderid}`).toMatchObject({ status: 2, transfers: 1, refunds: 0, grants: 1 });
    else expect(row, `order ${orderid}`).toMatchObject({ payment: expect.stringMatching(/^refund/), refunds: 1, grants: 1 });
  }
  const doubled = await db.query(
    "select buyer_id, subject_id from orders where status = 2 and subject = 'item' group by 1, 2 having count(*) > 1",
  );
  expect(doubled.rows).toEqual([]);
  const lost = await db.query(
    `select s.payment_no, p.status, o.subject, o.status as of_order from sandbox_payments s join payments p on s.payment_no = coalesce(p.cart_no, p.payment_no) join orders o on o.id = p.order_id where s.status = 'paid' and p.status not in ('paid', 'refunding', 'refunded')`,
  );
  expect(lost.rows, `paid at the provider, unknown to us; reconciled: ${reconciled}`).toEqual([]);
}

/** Uploads arrive byte for byte, and their pages are all there after the crashes. */
async function documentsArrive(): Promise<void> {
  await publish(new AbortController().signal);
  expect(
    documents.some((upload) => upload.resumed > 0),
    'an upload was resumed',
  ).toBe(true);
  for (const upload of documents) {
    const file = await db.query<{ sha256: string }>('select sha256 from files where id = $1', [upload.file_id]);
    expect(file.rows[0]?.sha256).toBe(createHash('sha256').update(upload.data).digest('hex'));
    const until_ms = Date.now() + 180_000;
    const pages = () =>
      db.query<{ status: string; pages: number }>(
        `select i.status, (select count(*)::int from item_pages where item_id = i.id) as pages
         from items i join item_files d on d.item_id = i.id where d.file_id = $1`,
        [upload.file_id],
      );
    while ((await pages()).rows[0]?.status !== 'published' && Date.now() < until_ms) await wait(500);
    expect((await pages()).rows).toEqual([{ status: 'published', pages: upload.pages }]);
  }
  // bytes of an upload that was finished in the very moment of a kill go when the cleaning comes round
  await cleanUploads(inFuture(25 * 3_600_000));
  const left = await beside.booted.app.providers.storage.listTemp();
  expect(left, 'no half upload lies about').toEqual([]);
}
