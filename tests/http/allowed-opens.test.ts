import { beforeAll, describe, expect, it } from 'vitest';
import type { AccessDecision, AccessRight } from '#contract/item.ts';
import { KINDS, type KindFacts, SOLD_KINDS } from '#contract/kinds.ts';
import { PAGES_CALL } from '#contract/shared-calls.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { installDefaultTerms } from '#server/modules/catalog/index.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';
import { publishSample, storePhotographs } from '../support/picture-works.ts';

const t = testApp();
let publisher: Person;
let staff: Person;
const works = new Map<string, { free: number; sold: number }>();

const SOLD = SOLD_KINDS.filter(({ gives }) => gives === 'file' || gives === 'pictures');

beforeAll(async () => {
  await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
  [publisher, staff] = [await makePerson(t), await makePerson(t, { roles: ['admin'] })];
  for (const kind of SOLD) works.set(kind.key, { free: await publish(kind, 0), sold: await publish(kind, 2_000) });
}, 120_000);

async function publish(kind: KindFacts, price_fen: number): Promise<number> {
  if (kind.key !== KINDS.sample.key) return (await makeItem(t, { kind, publisher_id: publisher.id, price_fen })).id;
  const pictures = await storePhotographs(t, publisher, ['teal', 'navy']);
  const price = price_fen === 0 ? { price_type: 'free' as const } : {};
  return (await publishSample(t, publisher, { pictures, title: `影像 ${price_fen}`, ...price })).id;
}

/** Somebody who has this right to this item. */
async function holder(right: AccessRight, kind: (typeof SOLD)[number], item_id: number): Promise<Person> {
  if (right === 'own') return publisher;
  if (right === 'staff') return staff;
  const person = await makePerson(t);
  if (right === 'member') {
    const vip_type = kind.sale.opened_by?.vip_type ?? kind.sale.vip_type;
    await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: person.id, vip_type, days: 30, max_download_pre_day: 0 }));
  }
  if (right === 'purchase' || right === 'voucher' || right === 'ad' || right === 'member')
    await inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: person.id, item_id, source: right, source_id: null }));
  return person;
}

describe.each(SOLD.map((kind) => [kind.key, kind] as const))('K2 %s', (key, kind) => {
  it.each(['free', 'purchase', 'voucher', 'member', 'ad', 'own', 'staff'] as const)(
    'what says allowed by %s opens by every call',
    async (right) => {
      const { free, sold } = works.get(key) ?? { free: 0, sold: 0 };
      const id = right === 'free' ? free : sold;
      const { token } = await holder(right, kind, id);
      const detail = kind.calls as NonNullable<KindFacts['calls']>;
      const told = await t.call<{ access: AccessDecision }>('GET', detail.detail.path, { query: { [detail.detail.id]: id }, token });
      expect(told.body.data.access).toMatchObject({ allowed: true, right });
      const opened: Array<[string, number]> = [];
      const ask = async (name: string, method: 'GET' | 'POST', path: string, given: object) =>
        opened.push([name, (await t.call(method, path, { ...given, token })).status]);
      await ask('pages', 'GET', PAGES_CALL, { query: { id, start: 1 } });
      if (kind.gives === 'pictures') {
        await ask('pictures', 'GET', '/sample/index/sampleImgs', { query: { sample_id: id } });
        await ask('album', 'GET', '/sample/photo', { query: { sample_id: id } });
        // what everybody sees for nothing is not theirs to take away: decision 0120
        if (right !== 'free') await ask('originals', 'POST', '/sample/index/download', { body: { sample_id: id, type: 2 } });
      } else if (detail.download) {
        await ask('may', 'GET', detail.download, { query: { [detail.download_by_get ?? 'id']: id } });
        await ask('take', 'POST', detail.download, { body: { id } });
      }
      expect(opened).toEqual(opened.map(([name]) => [name, 200]));
      expect(opened.length).toBeGreaterThan(2);
    },
  );
});
