import { type DemandState, EMPTY_DEMAND, type LabelType } from '#contract/demand.ts';
import { KINDS } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { createItem } from '#server/modules/catalog/index.ts';
import { moveDemand } from '#server/modules/demands/index.ts';
import { demands } from '#server/modules/demands/tables.ts';
import { person_verifications } from '#server/modules/verification/tables.ts';
import type { TestApp } from './app.ts';

interface DemandWish {
  owner_id: number;
  title?: string;
  label_type?: LabelType;
  /** Moved there from a draft, in this order; default: open. */
  moves?: readonly DemandState[];
  columns?: Partial<typeof demands.$inferInsert>;
}

/** A demand without its form, open unless said otherwise. */
export async function makeDemand(
  t: Pick<TestApp, 'ctx'>,
  { owner_id, title = '三百人年会找方案', label_type = 1, moves = ['open'], columns = {} }: DemandWish,
): Promise<number> {
  return inTransaction(t.ctx(), async (tx) => {
    const id = await createItem(tx, { kind: KINDS.demand, title, publisher_id: owner_id });
    const row = { item_id: id, owner_id, title, label_type, form: { ...EMPTY_DEMAND, title }, draft_key: `test-${id}` };
    await tx.db.insert(demands).values({ ...row, ...columns });
    for (const to of moves) await moveDemand(tx, { id, to, by: owner_id });
    return id;
  });
}

/** The person is verified from now on, without a card. */
export async function verifyPerson(t: Pick<TestApp, 'ctx'>, { id: user_id }: { id: number }): Promise<void> {
  await t
    .ctx()
    .db.insert(person_verifications)
    .values({
      ...{ user_id, status: 'approved', sealed: '', number_hash: `test-${user_id}`, masked_name: '张*', masked_number: '11****1X' },
      picture_keys: [],
    });
}
