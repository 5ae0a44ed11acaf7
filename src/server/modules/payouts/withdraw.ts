import { checkWithdrawal, isLastPayee, type WithdrawalInput, type WithdrawalRow, type Withdrawals } from '#contract/wallet.ts';
import { type Ctx, inTransaction, readTogether, requireUser, type TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { AppError, conflict, invalid, notFound, otherWish } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { yuanToFen } from '../../kernel/money.ts';
import { openSealed, sealText } from '../../kernel/sealed-text.ts';
import { pendingEarnings } from '../orders/index.ts';
import { openReview, withdrawReview } from '../review/index.ts';
import { getSetting } from '../settings/index.ts';
import { isVerifiedAs, verifiedOf } from '../verification/index.ts';
import { balances, lockEarning, postTransfer, type TransferReason } from '../wallet/index.ts';
import {
  findByKey,
  findLastPaid,
  findOwn,
  hasOpen,
  insertWithdrawal,
  lockWithdrawal,
  moveStatus,
  sumSince,
  type Withdrawal,
} from './repo.ts';
import { asideEntries, backEntries, maskAccount, maskName, moveWithdrawal, paidEntries } from './rules.ts';
import { withdrawalIdentityFrom, withdrawalMinimum, withdrawalOpen, withdrawalTaxNote } from './settings.ts';
import { taxFacts, taxFenOf } from './tax.ts';

/** Type of the review, and the purpose under which payees are sealed. */
export const WITHDRAWAL = 'withdrawal';
export const PAYEE = 'payee';
const BUSY_TEXT = '您有一笔提现正在处理，完成后可再次申请';

/**
 * Asks for earnings to be paid out: they are set aside at once and wait for staff. One request a person is open at a time. What buyers may
 * still take back stays.
 * Who closes their account takes all there is, below the minimum too. To the balance it moves at once: nothing leaves, so nothing is decided.
 * Locks the earning account, so requests at the same time never take more than there is.
 * The same key again answers the same request.
 * @throws AppError code 1 for a wrong field, for who has to prove first who they are, while none are taken; 409 while another one is open, and
 * where the key came with other values
 */
export async function requestWithdrawal(ctx: Ctx, input: WithdrawalInput): Promise<WithdrawalRow> {
  const user_id = requireUser(ctx);
  const known = await findByKey(ctx.db, user_id, input.idempotency_key);
  const { name, account } = await payeeOf(ctx, user_id, input);
  const asked = { ...input, name, account };
  if (known) return sameRow(ctx, known, asked);
  if (!(await getSetting(ctx, withdrawalOpen))) throw new AppError('提现暂未开放，请稍后再试');
  const minimum = await getSetting(ctx, withdrawalMinimum);
  return inTransaction(ctx, async (tx) => {
    const available_fen = availableOf(await lockEarning(tx, user_id), await pendingEarnings(tx, user_id));
    const again = await findByKey(tx.db, user_id, input.idempotency_key);
    if (again) return sameRow(tx, again, asked);
    const to_balance = input.method === 'balance';
    if (!to_balance && (await hasOpen(tx.db, user_id))) throw conflict(BUSY_TEXT);
    const form = { amount: String(input.amount), method: input.method, name, account };
    const wrong = checkWithdrawal(form, { minimum: minimum / 100, available: available_fen / 100, closing: input.closing === true });
    if (Object.keys(wrong).length > 0) throw invalid({ ...wrong });
    const amount_fen = yuanToFen(input.amount);
    assert(amount_fen !== null, 'a checked amount is one');
    const created_at = tx.app.clock.now();
    if (!to_balance) await requireIdentity(tx, { user_id, name, amount_fen });
    const tax_fen = await taxFenOf(tx, user_id, amount_fen);
    // what its owner saw is what is taken
    if (tax_fen !== Math.round((input.tax ?? 0) * 100)) throw conflict('代扣的税额刚有变化，请刷新后核对');
    const payee = to_balance
      ? { sealed_payee: '', masked_name: '', masked_account: '' }
      : {
          sealed_payee: sealText(tx.app.config.secrets.link_cipher, PAYEE, JSON.stringify({ name, account })),
          ...{ masked_name: maskName(name), masked_account: maskAccount(account) },
        };
    const row = await insertWithdrawal(tx.db, {
      ...{ withdraw_no: serialNumber(created_at, 'W'), user_id, amount_fen, tax_fen, method: input.method, created_at },
      ...payee,
      idempotency_key: input.idempotency_key,
      ...(to_balance ? { status: 'paid', ended_at: created_at } : {}),
    });
    if (!row) throw conflict(BUSY_TEXT);
    await post(tx, row, 'withdrawal', asideEntries(user_id, amount_fen));
    if (to_balance) await post(tx, row, 'withdrawal_paid', paidEntries(row));
    else await openReview(tx, { type: WITHDRAWAL, target_id: row.id });
    return rowOf(row);
  });
}

const opened = (ctx: Ctx, row: Withdrawal) => openSealed(ctx.app.config.secrets.link_cipher, PAYEE, row.sealed_payee);

/** Whom it goes to: as typed, or whom the last one went to, of whom the form has what is shown alone. */
async function payeeOf(ctx: Ctx, user_id: number, { method, ...input }: WithdrawalInput): Promise<{ name: string; account: string }> {
  const form = { method, name: input.name.trim(), account: input.account.replace(/\s/g, '') };
  const last = form.account.includes('*') ? await findLastPaid(ctx.db, user_id) : null;
  if (last && isLastPayee(form, lastOf(last))) return JSON.parse(opened(ctx, last)) as { name: string; account: string };
  return { name: form.name, account: form.account };
}

const lastOf = ({ method, masked_name, masked_account }: Withdrawal): Withdrawals['last'] =>
  method === 'balance' ? null : { method, name: masked_name, account: masked_account };

/** A request that is there already. @throws AppError 409 where it says something else than what is asked for */
function sameRow(ctx: Ctx, row: Withdrawal, { name, account, ...input }: WithdrawalInput): WithdrawalRow {
  const to_balance = row.method === 'balance';
  const same = row.amount_fen === yuanToFen(input.amount) && row.method === input.method;
  if (!same || (!to_balance && opened(ctx, row) !== JSON.stringify({ name, account }))) throw otherWish();
  return rowOf(row);
}

/** Earnings without what buyers may still take back. */
const availableOf = (earning_fen: number, pending_fen: number): number => Math.max(0, earning_fen - pending_fen);

/** The month in Shanghai has begun then. */
const monthStart = (at: Date): Date => new Date(`${shanghaiDay(at).slice(0, 7)}-01T00:00:00+08:00`);

/** From a sum a month on, money leaves to who was verified alone. The caller holds the account, so two requests are not counted apart. */
async function requireIdentity(
  tx: TxCtx,
  { user_id, name, amount_fen }: { user_id: number; name: string; amount_fen: number },
): Promise<void> {
  const from = await getSetting(tx, withdrawalIdentityFrom);
  if ((await sumSince(tx.db, user_id, monthStart(tx.app.clock.now()))) + amount_fen < from) return;
  const same = await isVerifiedAs(tx, user_id, name);
  const when = from === 0 ? '提现' : `本月提现累计满 ¥${from / 100} 后，`;
  if (same === null) throw invalid({ amount: `${when}须先通过实名认证，请到“个人认证”完成后再申请` });
  if (!same) throw invalid({ name: `${when}收款人须与实名认证的姓名或企业名称一致` });
}

/** Withdraws an undecided request; the money returns. @throws AppError 404 when it is not theirs, 409 when it was decided */
export async function cancelWithdrawal(ctx: Ctx, id: number): Promise<WithdrawalRow> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const row = await lockWithdrawal(tx.db, id);
    if (row?.user_id !== user_id) throw notFound('没有这笔提现');
    if (row.status === 'cancelled') return rowOf(row);
    if (row.status !== 'reviewing') throw conflict('这笔提现已在处理，不能撤回');
    await withdrawReview(tx, { type: WITHDRAWAL, target_id: id });
    return rowOf(await giveBack(tx, row, 'cancel', ''));
  });
}

/** Ends a withdrawal without a payment and returns its money, once. The caller has locked it. */
export async function giveBack(tx: TxCtx, row: Withdrawal, event: 'refuse' | 'cancel' | 'failed', reason: string): Promise<Withdrawal> {
  const moved = await moveStatus(tx.db, row.id, moveWithdrawal(row.status, event), { reason, ended_at: tx.app.clock.now() });
  if (!moved) throw conflict('这笔提现刚有变化，请刷新');
  await post(tx, row, 'withdrawal_back', backEntries(row.user_id, row.amount_fen));
  return moved;
}

export async function post(
  tx: TxCtx,
  { withdraw_no }: Withdrawal,
  reason: Extract<TransferReason, `withdrawal${string}`>,
  entries: ReturnType<typeof backEntries>,
): Promise<void> {
  await postTransfer(tx, { key: `${reason}:${withdraw_no}`, reason, reference: withdraw_no, unit: 'fen', entries });
}

/** What a publisher may ask for now, and what buyers may still take back, fen. */
export async function withdrawable(ctx: Ctx, user_id: number): Promise<{ available_fen: number; pending_fen: number }> {
  const [{ earning_fen }, pending_fen] = await readTogether(
    ctx,
    () => balances(ctx, user_id),
    () => pendingEarnings(ctx, user_id),
  );
  return { available_fen: availableOf(earning_fen, pending_fen), pending_fen: Math.max(0, Math.min(earning_fen, pending_fen)) };
}

/** The signed-in publisher's requests, the newest first, with what may be asked for now. */
export async function ownWithdrawals(ctx: Ctx, { page, limit }: { page: number; limit: number }): Promise<Withdrawals> {
  const user_id = requireUser(ctx);
  const [{ rows, total }, { available_fen, pending_fen }, busy, { personal, company }, last] = await readTogether(
    ctx,
    () => findOwn(ctx.db, user_id, (page - 1) * limit, limit),
    () => withdrawable(ctx, user_id),
    () => hasOpen(ctx.db, user_id),
    () => verifiedOf(ctx, user_id),
    () => findLastPaid(ctx.db, user_id),
  );
  return {
    list: rows.map(rowOf),
    ...{ total, page, limit, busy },
    available: available_fen / 100,
    pending: pending_fen / 100,
    minimum: (await getSetting(ctx, withdrawalMinimum)) / 100,
    last: last && lastOf(last),
    open: await getSetting(ctx, withdrawalOpen),
    tax_note: await getSetting(ctx, withdrawalTaxNote),
    identity_from: (await getSetting(ctx, withdrawalIdentityFrom)) / 100,
    verified: personal !== null || company?.status === 1,
    tax: await taxFacts(ctx, user_id),
  };
}

export function rowOf(row: Withdrawal): WithdrawalRow {
  return {
    ...{ id: row.id, withdraw_no: row.withdraw_no, amount: row.amount_fen / 100, tax: row.tax_fen / 100, method: row.method },
    ...{ name: row.masked_name, account: row.masked_account, status: row.status, reason: row.reason },
    created_at: unixSeconds(row.created_at),
    ended_at: row.ended_at ? unixSeconds(row.ended_at) : 0,
  };
}
