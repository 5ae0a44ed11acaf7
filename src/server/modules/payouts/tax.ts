import type { Cell } from '#contract/admin.ts';
import type { Books } from '#contract/books.ts';
import type { TaxYearStatement } from '#contract/outputs/wallet.ts';
import { bracketsOf, monthsOfQuarter, withheldOf } from '#contract/tax.ts';
import type { Withdrawals } from '#contract/wallet.ts';
import { type Ctx, can, inTransaction, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { defineStaffAct, performAct } from '../countersign/index.ts';
import { paperPdf } from '../orders/index.ts';
import { getSetting } from '../settings/index.ts';
import { legalIdentity, verifiedOf } from '../verification/index.ts';
import { balanceAt, monthRange, postTransfer } from '../wallet/index.ts';
import { findPaidBetween, findPaidPeople, insertRemit, lockRemits, sumTaxYear } from './repo.ts';
import { taxBase, taxBrackets, taxMode } from './settings.ts';

const instant = (month: string): Date => monthRange(month).from as Date;

/** What the year brought so far and by which rule it is taxed; null: taxes are not handled here, or it is an enterprise, which declares its own. */
export async function taxFacts(ctx: Ctx, user_id: number): Promise<Withdrawals['tax']> {
  const mode = await getSetting(ctx, taxMode);
  if (mode === 'none' || (await verifiedOf(ctx, user_id)).company?.status === 1) return null;
  const month = shanghaiDay(ctx.app.clock.now()).slice(0, 7);
  const year = await sumTaxYear(ctx.db, user_id, { from: instant(`${month.slice(0, 4)}-01`), month_from: instant(month) });
  const brackets = [...(bracketsOf(await getSetting(ctx, taxBrackets)) ?? [])];
  return { ...year, rule: mode === 'withhold' ? { ...(await getSetting(ctx, taxBase)), brackets } : null };
}

/** What is withheld of a request. The caller holds the account, so two requests are not counted apart. */
export async function taxFenOf(tx: TxCtx, user_id: number, amount_fen: number): Promise<number> {
  const facts = await taxFacts(tx, user_id);
  return facts?.rule ? Math.round(withheldOf(facts.rule, facts, amount_fen / 100) * 100) : 0;
}

/** What was paid out to the reader in a year, and withheld. @throws AppError 404 where taxes are not handled and nothing was withheld */
export async function taxYear(ctx: Ctx, year: number): Promise<TaxYearStatement> {
  const user_id = requireUser(ctx);
  const rows = await findPaidBetween(ctx.db, user_id, instant(`${year}-01`), instant(`${year + 1}-01`));
  const sum = (of: 'amount_fen' | 'tax_fen') => rows.reduce((all, row) => all + row[of], 0) / 100;
  if (sum('tax_fen') === 0 && (await getSetting(ctx, taxMode)) === 'none') throw notFound('没有这份对账单');
  return {
    year,
    list: rows.map(({ withdraw_no, ended_at, amount_fen, tax_fen }) => ({
      ...{ withdraw_no, amount: amount_fen / 100, tax: tax_fen / 100 },
      paid_at: ended_at ? unixSeconds(ended_at) : 0,
    })),
    ...{ amount: sum('amount_fen'), tax: sum('tax_fen') },
  };
}

const yuan = (amount: number) => `¥${amount.toFixed(2)}`;

/** The same as a PDF of one page, by months. @throws as `taxYear` */
export async function taxYearPdf(ctx: Ctx, year: number): Promise<{ name: string; data: Uint8Array }> {
  const { list, amount, tax } = await taxYear(ctx, year);
  const months = Map.groupBy(list, ({ paid_at }) => Number(shanghaiDay(new Date(paid_at * 1000)).slice(5, 7)));
  const total = (rows: typeof list, of: 'amount' | 'tax') => rows.reduce((all, row) => all + Math.round(row[of] * 100), 0) / 100;
  const data = await paperPdf(ctx, {
    head: {
      title: '策猫 · 年度提现对账单',
      note: '本对账单由系统生成，与平台账目一致，不作为完税证明使用。',
      rows: '按到账月份',
      code: '扫码查看明细',
    },
    ...{ title: `${year} 年`, noun: `共 ${list.length} 笔提现` },
    amounts: [
      ['提现金额', yuan(amount)],
      ['其中代扣个税', yuan(tax)],
      ['实际到账', yuan(Math.round((amount - tax) * 100) / 100)],
    ],
    facts: [...months].map(([month, rows]) => [`${month} 月`, `${yuan(total(rows, 'amount'))}，代扣 ${yuan(total(rows, 'tax'))}`] as const),
    page: `${ctx.app.config.site_url}/personalCenter/myWallet/taxYear?year=${year}`,
  });
  return { name: `年度提现对账单-${year}.pdf`, data };
}

const owedFen = (ctx: Ctx) => balanceAt(ctx, 'tax_owed', new Date(ctx.app.clock.now().getTime() + 1));

/** For finance: what was withheld and is owed, yuan; null: taxes are not handled here, or it is not their work. */
export async function taxOwed(ctx: Ctx): Promise<Books['tax']> {
  if (!can(ctx.actor, 'tax.handle')) return null;
  const owed = await owedFen(ctx);
  return owed === 0 && (await getSetting(ctx, taxMode)) === 'none' ? null : { owed: owed / 100 };
}

const HEADS = ['姓名或名称', '类型', '证件号码', '收入额（元）', '代扣个税（元）', '笔数', '用户编号'];
const KINDS = { person: '个人', company: '企业' };

/** Whom was paid what in a quarter, with the whole numbers that the tax office asks for: for finance alone, with a row in the log. @throws AppError 403 */
export async function taxReport(ctx: Ctx, quarter: string): Promise<{ name: string; rows: AsyncGenerator<readonly Cell[]> }> {
  requireVerb(ctx, 'tax.handle');
  const { first, after } = monthsOfQuarter(quarter);
  const people = await findPaidPeople(ctx.db, instant(first), instant(after));
  await inTransaction(ctx, (tx) => recordAudit(tx, 'tax.report', `quarter:${quarter}`, { people: people.length }));
  return {
    name: `个税申报-${quarter}.xlsx`,
    rows: (async function* () {
      yield HEADS;
      for (const { user_id, amount_fen, tax_fen, n, masked_name } of people) {
        const who = await legalIdentity(ctx, user_id);
        const named = who ? [who.name, KINDS[who.kind], who.number] : [masked_name, '未认证', ''];
        yield [...named, amount_fen / 100, tax_fen / 100, n, user_id];
      }
    })(),
  };
}

const remitAct = defineStaffAct<{ amount: number; voucher: string }, void>({
  name: 'tax.remit',
  title: '缴纳代扣个税',
  verb: 'tax.handle',
  concerns: () => [],
  value: () => 'always',
  about: (_ctx, { amount, voucher }) => `代扣的个税已缴 ¥${fenToYuan(amount)}，凭证号 ${voucher}`,
  async run(tx, { amount, voucher }) {
    await lockRemits(tx.db);
    if (amount > (await owedFen(tx))) throw conflict('超过了代扣待缴的金额');
    const created_at = tx.app.clock.now();
    const remit_no = serialNumber(created_at, 'X');
    if (!(await insertRemit(tx.db, { remit_no, amount_fen: amount, voucher, created_at }))) throw conflict('这个凭证号已经登记');
    await postTransfer(tx, {
      ...{ key: `tax-paid:${remit_no}`, reason: 'tax_paid', reference: remit_no, unit: 'fen' },
      entries: [
        { owner_id: null, purpose: 'tax_owed', amount: -amount },
        { owner_id: null, purpose: 'gateway', amount },
      ],
    });
    await recordAudit(tx, 'tax.remit', `remit:${remit_no}`, { amount_fen: amount, voucher });
  },
});

/** Finance paid the tax office, fen; another person confirms it. @throws as `performAct`; 409 for more than is owed or a known voucher */
export const remitTax = (ctx: Ctx, input: { amount: number; voucher: string }): Promise<void> => performAct(ctx, remitAct, input);
