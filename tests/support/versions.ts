import { KINDS } from '#contract/kinds.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { submitItem } from '#server/modules/publishing/index.ts';
import type { TestApp } from './app.ts';
import type { Person } from './item-world.ts';
import { makeForm, makeRenderedFile } from './publishing.ts';

/** A work that somebody bought before its file changed. */
export async function changedWork(t: TestApp, publisher: Person, buyer: Person): Promise<number> {
  const submit = async (pages: number, id?: number) => {
    const form = await makeForm(t, { file_id: await makeRenderedFile(t, publisher, pages) });
    const draft = { kind: KINDS.scheme, draft_key: 'changed-work', form, ...(id ? { id } : {}) };
    return submitItem(createCtx(t.app, publisher.actor, 'test'), draft);
  };
  const { id } = await submit(3);
  await inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: buyer.id, item_id: id, source: 'voucher', source_id: null }));
  t.clock.advance_ms(1_000);
  await submit(4, id);
  return id;
}
