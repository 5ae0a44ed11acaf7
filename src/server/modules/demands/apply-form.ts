import { budgetFen, type DemandForm, depositFen, type LabelType, TENDER } from '#contract/demand.ts';
import { KINDS } from '#contract/kinds.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { emit } from '../../outbox/outbox.ts';
import { getItem, updateItem } from '../catalog/index.ts';
import { formTerms } from '../posts/index.ts';
import { attachmentsOf } from '../publishing/index.ts';
import { labelsById, typeTerm } from './labels.ts';
import { type DemandRow, findDemandFiles, replaceFiles, writeDemand } from './repo.ts';
import { budgetTerm } from './rules.ts';

/**
 * Makes a form what readers see: columns, attachments, and the terms by which lists filter. Bidders for an open one are notified by
 * `demand.edited`, where the form says something else than before. The caller has checked the form and holds the demand's row.
 */
export async function applyForm(tx: TxCtx, row: DemandRow, form: DemandForm): Promise<void> {
  const id = row.item_id;
  const label = (await labelsById(tx)).get(form.label_id ?? 0);
  const type: LabelType = label?.type ?? 1;
  const [min_fen, max_fen] = [budgetFen(form.budget_min), budgetFen(form.budget_max)];
  const budget = min_fen === null && max_fen === null ? null : { min_fen: min_fen ?? 0, max_fen: max_fen ?? (min_fen as number) };
  const said = {
    ...{ title: form.title, label_id: form.label_id, event: form.event, city: form.city, venue: form.venue },
    ...{ people: form.people === '' ? 0 : Number(form.people), event_on: form.event_date === '' ? null : form.event_date },
    ...{ budget_min_fen: min_fen, budget_max_fen: budget?.max_fen ?? null, who_may: form.who_may },
    deposit_fen: type === TENDER ? depositFen(form) : 0,
  };
  const minor = await saysTheSame(tx, row, form, said);
  await writeDemand(tx.db, id, { ...said, label_type: type, open_days: form.open_days, reject_reason: '' });
  await replaceFiles(tx.db, id, await attachmentsOf(tx, form.files));
  await updateItem(tx, id, {
    ...{ title: form.title, introduction: form.needs, reject_reason: '' },
    ...{ category_id: await typeTerm(tx, type), category_sub_id: form.label_id },
    term_ids: await formTerms(tx, id, KINDS.demand, {
      ...{ budget: budgetTerm(budget), event: form.event, city: form.city, when: form.event_date },
    }),
  });
  if (row.state === 'open' || row.state === 'choosing')
    await emit(tx, 'demand.edited', { demand_id: id, at: tx.app.clock.now().getTime(), minor });
}

/** Whether a form holds what readers see already: columns, needs and attachments. */
async function saysTheSame(tx: TxCtx, row: DemandRow, form: DemandForm, said: Partial<DemandRow>): Promise<boolean> {
  const same = (Object.keys(said) as Array<keyof DemandRow>).every((name) => said[name] === row[name]);
  if (!same || (await getItem(tx, row.item_id))?.introduction !== form.needs) return false;
  const files = (await findDemandFiles(tx.db, row.item_id)).map((file) => file.id);
  return files.join() === form.files.join();
}
