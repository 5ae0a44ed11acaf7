import type { ReviewSubject } from '#contract/review.ts';
import { type Ctx, requireUser, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { conflict, forbidden } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { publicUsers, rolesNow } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import type { Decision, Reviewable } from '../review/index.ts';
import { COUNTERSIGN, DAY_MS, findStaffAct, isOneOf, mayConfirm, OWN_TEXT, type StaffAct, WAITS_DAYS } from './perform-act.ts';
import { findActs, lockAct, moveAct, type StaffActRow } from './repo.ts';

/** What staff asked for above the bound. Who asked may withdraw it, another person confirms or refuses it. */
export const actReview: Reviewable = {
  type: COUNTERSIGN,
  title: '操作复核',
  roles: ['operator', 'finance'],
  load,
  lock: (tx, id) => lockAct(tx.db, id),
  subject: (id) => `act:${id}`,
  actions: [
    { name: 'confirm', text: '确认执行', needs_reason: false, leads_to: 'approved', run: confirm },
    { name: 'refuse', text: '不同意', needs_reason: true, reason_label: '不同意的原因', leads_to: 'rejected', run: refuse },
    { name: 'withdraw', text: '撤回（提交人）', needs_reason: false, leads_to: 'dismissed', run: withdraw },
  ],
};

async function confirm(tx: TxCtx, { target_id }: Decision): Promise<void> {
  const { row, act } = await waiting(tx, target_id);
  await requireSecond(tx, row, act);
  const now = tx.app.clock.now();
  if (row.created_at.getTime() < now.getTime() - WAITS_DAYS * DAY_MS) throw conflict(`提交已超过 ${WAITS_DAYS} 天，请重新提交`);
  const roles = await rolesNow(tx, row.staff_id);
  const asker: TxCtx = { ...tx, actor: { kind: 'user', user_id: row.staff_id, token_id: 0, roles: roles ?? [], address: '' } };
  const input = row.input as object;
  const value = await act.value(asker, input);
  if (value !== 0 && (value === 'always' ? null : value) !== row.value_fen)
    throw conflict('提交之后情况有变化，金额已不同，请让提交人重新提交');
  const state = act.result_is_secret ? 'granted' : 'done';
  await moveAct(tx.db, row.id, 'waiting', { state, decided_by: requireUser(tx), decided_at: now });
  if (!act.result_is_secret) await act.run(asker, input, requireUser(tx));
  const then = act.result_is_secret ? '已确认，请在 24 小时内按原样再提交一次以取得结果' : '已确认并执行';
  await tell(tx, row, `${act.title}：${then}`, row.about);
}

async function refuse(tx: TxCtx, { target_id, reason }: Decision): Promise<void> {
  const { row, act } = await waiting(tx, target_id);
  await requireSecond(tx, row, act);
  await moveAct(tx.db, row.id, 'waiting', { state: 'refused', decided_by: requireUser(tx), decided_at: tx.app.clock.now() });
  await tell(tx, row, `${act.title}：未获同意`, `${row.about}。原因：${reason}`);
}

async function withdraw(tx: TxCtx, { target_id }: Decision): Promise<void> {
  const { row } = await waiting(tx, target_id);
  if (row.staff_id !== requireUser(tx)) throw forbidden('只有提交人可以撤回');
  await moveAct(tx.db, row.id, 'waiting', { state: 'withdrawn', decided_by: row.staff_id, decided_at: tx.app.clock.now() });
}

async function waiting(tx: TxCtx, id: number): Promise<{ row: StaffActRow; act: StaffAct }> {
  const row = await lockAct(tx.db, id);
  const act = row && findStaffAct(row.name);
  if (row?.state !== 'waiting' || !act) throw conflict('这一项已被处理，请刷新队列');
  return { row, act };
}

async function requireSecond(tx: TxCtx, row: StaffActRow, act: StaffAct): Promise<void> {
  const me = requireUser(tx);
  if (me === row.staff_id) throw forbidden('须由另一位同事确认');
  if (tx.actor.kind !== 'user' || !mayConfirm(tx.actor.roles, act)) {
    throw forbidden(act.by_admin ? '这项操作由另一位管理员确认' : '您没有这项操作的权限，不能确认');
  }
  if (await isOneOf(tx, me, [row.staff_id, ...(await act.concerns(tx, row.input as object))])) throw forbidden(OWN_TEXT);
}

async function tell(tx: TxCtx, row: StaffActRow, title: string, content: string): Promise<void> {
  const of = { topic: 'wallet', key: `act:${row.id}:decided`, href: '/admin/review' } as const;
  await sendNotices(tx, [row.staff_id], { ...of, title, content });
}

async function load(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const rows = await findActs(ctx.db, ids);
  const people = await publicUsers(
    ctx,
    rows.map(({ staff_id }) => staff_id),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        title: `${findStaffAct(row.name)?.title ?? row.name}：${row.about}`,
        byline: `${people.get(row.staff_id).nickname} 于 ${shanghaiDay(row.created_at)} 提交`,
        cover_src: '',
        note: '确认后按提交时的内容执行；提交人不能自己确认。',
        facts: [{ label: '金额', value: row.value_fen === null ? '不论金额都须复核' : `¥${fenToYuan(row.value_fen)}` }],
        has_pages: false,
      },
    ]),
  );
}
