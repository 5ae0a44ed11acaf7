import type { KindFacts } from '#contract/kinds.ts';
import type { ReviewFact } from '#contract/outputs/review.ts';
import type { ReviewSubject } from '#contract/review.ts';
import { type Ctx, requireUser, type TxCtx, userId } from '../../app/ctx.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { editionOf, savedAtOf } from '../../kernel/edition.ts';
import { AppError, conflict, notFound } from '../../kernel/errors.ts';
import { createItem, deleteItem, getItem, updateItem } from '../catalog/index.ts';
import { publicUsers } from '../identity/index.ts';
import { dropUploads, takeAttachments } from '../publishing/index.ts';
import { openReview, passOrSendBack, type Reviewable, withdrawReview } from '../review/index.ts';
import { getSetting, type Setting } from '../settings/index.ts';
import { mayPublishDemands } from '../verification/index.ts';
import { lockDraftKey, type PostRow, type rowsOf } from './repo.ts';

/** What differs between sorts of posts. */
interface Sort<Form, State extends string, Row extends PostRow<Form, State>> {
  /** Of its item; its key names the sort at the desk and in the audit log. */
  kind: KindFacts;
  stateText(row: Row, now: Date): string;
  /** Readers see it, and its owner changes what they see. */
  open: readonly State[];
  rows: Pick<ReturnType<typeof rowsOf>, 'insert' | 'write' | 'byDraftKey'> & {
    many(db: Queryable, ids: readonly number[]): Promise<Map<number, Row>>;
    owned(db: Queryable, wish: { owner_id: number; states: readonly State[]; offset: number; limit: number }): Promise<Row[]>;
  };
  /** Holds the row until the transaction ends. */
  lock(db: Tx, id: number): Promise<Row | null>;
  mode: Setting<'after' | 'before'>;
  /** Makes a form what readers see. */
  apply(tx: TxCtx, row: Row, form: Form): Promise<void>;
  move(
    tx: TxCtx,
    id: number,
    to: 'draft' | 'review' | 'open',
    of: { by: number | null; by_staff?: boolean; why: string },
  ): Promise<unknown>;
  remove(db: Tx, id: number): Promise<void>;
  /** Attachments that a form names; absent: it has none. */
  files?(form: Form): readonly number[];
}

/** How the desk sees a sort, and what it does beyond the engine. */
interface Desk<Form, Row> {
  reasons: readonly string[];
  facts(ctx: Ctx, form: Form, row: Row): Promise<ReviewFact[]>;
  /** Address of its picture; absent: it has none. */
  cover?(form: Form, row: Row): string;
  /** There is nothing to decide, though its review is open. */
  gone(row: Row): boolean;
  /** Decides on what waits, by `letThrough`; and on the post, by `sendBack`. */
  approve(tx: TxCtx, row: Row, form: Form): Promise<void>;
  reject(tx: TxCtx, row: Row, reason: string): Promise<void>;
}

/** What a page sends. */
export interface Sent<Form> {
  /** Absent: a new one, or the one that was saved with the same key. */
  id?: number | undefined;
  draft_key: string;
  /** What of it the page has read; absent: whatever is stored is written over. */
  edition?: number | undefined;
  form: Form;
}

/** The life of a sort of posts: typed, submitted, decided by the desk, withdrawn, thrown away. A post is an item with a row beside it. */
export class Posts<Form extends { title: string }, State extends string, Row extends PostRow<Form, State>> {
  readonly #of: Sort<Form, State, Row>;
  constructor(of: Sort<Form, State, Row>) {
    this.#of = of;
  }

  /** The user's own with its row held. @throws AppError 404 for any other */
  async lockOwn(tx: TxCtx, owner_id: number, id: number): Promise<Row> {
    const row = await this.#of.lock(tx.db, id);
    if (row?.owner_id !== owner_id) throw notFound(`${this.#of.kind.noun}不存在`);
    return row;
  }

  /** The own one that was sent, held; null: it is new. @throws AppError 404 */
  async lockSent(tx: TxCtx, owner_id: number, { id, draft_key }: Sent<Form>): Promise<Row | null> {
    const { kind, rows, lock } = this.#of;
    if (id !== undefined) return this.lockOwn(tx, owner_id, id);
    await lockDraftKey(tx.db, `${kind.key}:${owner_id}:${draft_key}`);
    const found = await rows.byDraftKey(tx.db, owner_id, draft_key);
    return found === null ? null : lock(tx.db, found);
  }

  /** Writes the form into the row that `lockSent` found, or makes a draft, and holds it. `own`: columns of the sort. @throws AppError code 1, 409 */
  async keep(tx: TxCtx, owner_id: number, known: Row | null, sent: Sent<Form>, own: Partial<Row> = {}): Promise<Row> {
    const { kind, rows, files } = this.#of;
    const { form, edition, draft_key } = sent;
    const title = form.title === '' ? `未命名${kind.noun}` : form.title;
    const saved_at = savedAtOf(known, { edition, form, now: tx.app.clock.now() });
    const id = known?.item_id ?? (await createItem(tx, { kind, title, publisher_id: owner_id }));
    // lists of drafts name it; one that was shown keeps its name until the change is shown
    const named = known?.opened_at === null && known.title !== title ? { title } : {};
    if (known) await rows.write(tx.db, id, { ...own, ...named, form, saved_at });
    else await rows.insert(tx.db, { ...own, item_id: id, owner_id, title, draft_key, form, saved_at });
    if ('title' in named && (await getItem(tx, id))) await updateItem(tx, id, named);
    if (files) await takeAttachments(tx, { owner_id, ids: files(form), field: 'files', item_id: id });
    return this.#held(tx, id);
  }

  /** @throws AppError 403 with `data.auth` for who is not verified */
  async mayPublish(ctx: Ctx): Promise<void> {
    if (!(await mayPublishDemands(ctx, requireUser(ctx))))
      throw new AppError('请先进行个人认证', { status: 403, data: { auth: 'personal' } });
  }

  /** Shows a form that was stored and checked, or asks the desk first, as the setting says; the desk looks at all of them. */
  async publish(tx: TxCtx, row: Row, form: Form) {
    const { kind, open, rows, mode, apply, move } = this.#of;
    const { item_id: id, owner_id: by, state } = row;
    // what the desk refused comes back through the desk
    const before = (await getSetting(tx, mode)) === 'before' || row.reject_reason !== '';
    if (!before) await apply(tx, row, form);
    await rows.write(tx.db, id, { submitted: before ? form : null });
    const moves = !open.includes(state) && !(before && state === 'review');
    if (moves && before) await move(tx, id, 'review', { by, why: '提交审核' });
    else if (moves) await move(tx, id, 'open', { by, why: row.opened_at ? '修改后重新开放' : '发布' });
    await openReview(tx, { type: kind.key, target_id: id, detail: { shown: before ? 0 : 1 } });
    return this.saved(await this.#held(tx, id));
  }

  /** Takes back what waits for the desk; what was not shown yet is a draft again. */
  async takeBack(tx: TxCtx, { item_id, owner_id, state }: Row): Promise<void> {
    await this.#of.rows.write(tx.db, item_id, { submitted: null });
    await this.leaveDesk(tx, item_id);
    if (state === 'review') await this.#of.move(tx, item_id, 'draft', { by: owner_id, why: '撤回审核' });
  }

  leaveDesk(tx: TxCtx, id: number): Promise<void> {
    return withdrawReview(tx, { type: this.#of.kind.key, target_id: id });
  }

  /** Throws away one that was never shown, with its files. The caller holds its row. */
  async drop(tx: TxCtx, { item_id, owner_id, form }: Row): Promise<void> {
    await this.leaveDesk(tx, item_id);
    await this.#of.remove(tx.db, item_id);
    await deleteItem(tx, item_id);
    if (this.#of.files) await dropUploads(tx, owner_id, this.#of.files(form));
  }

  /** The same for all of somebody's in these states. */
  async dropUnseen(tx: TxCtx, owner_id: number, states: readonly State[]): Promise<void> {
    for (let offset = 0; ; ) {
      const found = await this.#of.rows.owned(tx.db, { owner_id, states, offset, limit: 100 });
      const unseen = found.filter(({ opened_at }) => opened_at === null);
      for (const row of unseen) {
        await this.#of.lock(tx.db, row.item_id);
        await this.drop(tx, row);
      }
      if (found.length < 100) return;
      offset += found.length - unseen.length;
    }
  }

  saved({ item_id, state, saved_at, submitted }: Row) {
    return { id: item_id, state, saved_at: unixSeconds(saved_at), edition: editionOf(saved_at), waiting: submitted !== null };
  }

  /** What waits becomes what readers see. */
  async letThrough(tx: TxCtx, row: Row, form: Form): Promise<void> {
    const { apply, rows, open, move } = this.#of;
    await apply(tx, row, form);
    await rows.write(tx.db, row.item_id, { submitted: null, reject_reason: '' });
    if (!open.includes(row.state)) await move(tx, row.item_id, 'open', { by: userId(tx), by_staff: true, why: '审核通过' });
  }

  /** What was never shown goes back to its owner, and a change is dropped. @returns whether readers see a post without a change, which the sort takes off */
  async sendBack(tx: TxCtx, { item_id, state, submitted }: Row, reason: string): Promise<boolean> {
    await this.#of.rows.write(tx.db, item_id, { submitted: null, reject_reason: reason });
    if (state === 'review') await this.#of.move(tx, item_id, 'draft', { by: userId(tx), by_staff: true, why: reason });
    return state !== 'review' && submitted === null;
  }

  /** Posts before or after they are public, as the setting says; changes of them as well. */
  desk({ reasons, gone, approve, reject, ...seen }: Desk<Form, Row>): Reviewable {
    const { kind, lock } = this.#of;
    const standing = async (tx: TxCtx, id: number): Promise<Row> => {
      const row = await lock(tx.db, id);
      if (!row || gone(row)) throw conflict(`这${kind.measure}${kind.noun}已被撤回或处理，请刷新队列`);
      return row;
    };
    return {
      ...{ type: kind.key, title: kind.noun, roles: ['reviewer', 'operator'] },
      load: (ctx, ids) => this.#subjects(ctx, ids, seen),
      lock: (tx, id) => lock(tx.db, id),
      owners: async (tx, id) => [(await lock(tx.db, id))?.owner_id],
      subject: (id) => `${kind.key}:${id}`,
      actions: passOrSendBack({
        reasons,
        async approve(tx, id) {
          const row = await standing(tx, id);
          // what is public stays so: whatever became of it since, there is nothing to do
          if (row.submitted !== null) await approve(tx, row, row.submitted);
        },
        reject: async (tx, id, reason) => reject(tx, await standing(tx, id), reason),
      }),
    };
  }

  async #subjects(
    ctx: Ctx,
    ids: readonly number[],
    { facts, cover }: Pick<Desk<Form, Row>, 'facts' | 'cover'>,
  ): Promise<Map<number, ReviewSubject>> {
    const rows = [...(await this.#of.rows.many(ctx.db, ids)).values()];
    const owners = await publicUsers(
      ctx,
      rows.map(({ owner_id }) => owner_id),
    );
    const subjects = new Map<number, ReviewSubject>();
    for (const row of rows) {
      const form = row.submitted ?? row.form;
      const state = this.#of.stateText(row, ctx.app.clock.now());
      subjects.set(row.item_id, {
        ...{ title: form.title || row.title, byline: owners.get(row.owner_id).nickname, has_pages: false },
        cover_src: cover?.(form, row) ?? '',
        facts: (await facts(ctx, form, row)).filter(({ value }) => value !== ''),
        note: row.submitted && row.opened_at ? `${state}，修改待审核` : state,
      });
    }
    return subjects;
  }

  async #held(tx: TxCtx, id: number): Promise<Row> {
    return (await this.#of.lock(tx.db, id)) as Row;
  }
}
