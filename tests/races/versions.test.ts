import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { grantAccess, revokeAccess } from '#server/modules/access/index.ts';
import { versionsOf } from '#server/modules/catalog/index.ts';
import { grantDownload, openDownload } from '#server/modules/downloads/index.ts';
import { submitItem, tellVersions } from '#server/modules/publishing/index.ts';
import { findFile } from '#server/modules/publishing/repo.ts';
import { openLink } from '../../src/features/download/open-link.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { makeForm, makeRenderedFile } from '../support/publishing.ts';

const t = testApp();
let publisher: Person;
beforeAll(async () => {
  publisher = await makePerson(t);
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const right = (person: Person, item_id: number) => ({ user_id: person.id, item_id, source: 'purchase' as const, source_id: null });

it('T15 a version is published while 32 download: each gets a whole file, the old or the new, and one message for good', async () => {
  const [v1, v2] = [await makeRenderedFile(t, publisher), await makeRenderedFile(t, publisher)];
  const submit = async (file_id: number, id?: number) =>
    submitItem(as(publisher), {
      kind: KINDS.scheme,
      draft_key: 'version-race',
      form: await makeForm(t, { file_id }),
      ...(id ? { id } : {}),
    });
  const { id } = await submit(v1);
  const buyers = await Promise.all(Array.from({ length: 32 }, () => makePerson(t)));
  for (const buyer of buyers) await inTransaction(t.ctx(), (tx) => grantAccess(tx, right(buyer, id)));
  t.clock.advance_ms(60_000);
  const take = async (buyer: Person) => {
    const answer = await grantDownload(as(buyer), { item_id: id, once_a_day: true });
    if (answer.status !== 1) throw new Error(`status ${answer.status}`);
    return (await openDownload(as(buyer), openLink(answer.download_url, answer.cipher).split('/').at(-1) ?? '')).etag.slice(1, -1);
  };
  const [taken] = await Promise.all([Promise.all(buyers.map(take)), submit(v2, id), submit(v2, id)]);
  const known = await Promise.all([v1, v2].map(async (file) => (await findFile(t.app.db, file))?.sha256));
  for (const etag of taken) expect(known).toContain(etag);
  expect((await versionsOf(t.ctx(), [id])).get(id)?.map(({ file_id }) => file_id)).toEqual([v1, v2]);

  // a refund beside the messages, and several workers
  const [refunded] = buyers as [Person];
  await inTransaction(t.ctx(), (tx) => revokeAccess(tx, right(refunded, id)));
  const sent = await Promise.all(Array.from({ length: 4 }, () => tellVersions(t.ctx(), undefined, 5)));
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(31);
});
