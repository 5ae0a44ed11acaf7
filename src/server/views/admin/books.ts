import type { Books } from '#contract/books.ts';
import { dayStart } from '#contract/days.ts';
import { PAY_CHANNELS } from '#contract/order.ts';
import type { Ctx } from '../../app/ctx.ts';
import { shanghaiDayEnd } from '../../kernel/clock.ts';
import { type BookLine, type BooksOf, booksOf, type LineSum, lineSource, subjectTitles } from '../../modules/books/index.ts';
import { BY_DAY, BY_TIME, CSV_START, choiceFilter, csvLine, noteExport, type StaffList } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import {
  ACCOUNT_TITLES,
  accountTitle,
  accountUnit,
  balanceAt,
  type Purpose,
  REASON_TITLES,
  reasonTitle,
} from '../../modules/wallet/index.ts';
import { holderOf } from './lists.ts';

const UNITS: Readonly<Record<string, string>> = { fen: '元', coin: '猫币', point: '积分' };
const perUnit = (unit: string) => (unit === 'fen' ? 100 : 1);
const inUnit = (amount: number, unit: string) => signed(amount / perUnit(unit));
const signed = (amount: number) => `${amount < 0 ? '-' : ''}${Math.abs(amount).toLocaleString('zh-CN', { maximumFractionDigits: 2 })}`;

/** Every line of the ledger, for finance; a figure of a month leads to the lines that it is the sum of. */
export const ledgerList: StaffList = {
  key: 'ledger',
  title: '账本明细',
  verb: 'bill.see',
  source: lineSource(Object.keys(ACCOUNT_TITLES)),
  columns: [
    { key: 'created_at', title: '时间', kind: 'time' },
    { key: 'account', title: '科目' },
    { key: 'reason', title: '事由' },
    { key: 'amount', title: '金额', kind: 'number' },
    { key: 'unit', title: '单位' },
    { key: 'reference', title: '单号' },
    { key: 'owner', title: '户主' },
    { key: 'subject', title: '标的' },
    { key: 'channel', title: '渠道' },
    { key: 'trade_no', title: '支付方单号', hidden: true },
    { key: 'key', title: '分录号', hidden: true },
  ],
  // subjects are known once the areas are wired
  get filters() {
    return [
      choiceFilter('account', '科目', ACCOUNT_TITLES),
      choiceFilter('reason', '事由', REASON_TITLES),
      choiceFilter('subject', '标的', { ...subjectTitles(), none: '无' }),
      choiceFilter('channel', '渠道', { ...PAY_CHANNELS, none: '无' }),
      ...BY_DAY,
    ];
  },
  orders: BY_TIME,
  search: '订单号、退款号、提现号、付款号、支付方单号或户主手机号',
  people: holderOf,
  actions: [],
  async sums(ctx, rows, { filters, search }) {
    const sums = rows as readonly LineSum[];
    const totals = [...Map.groupBy(sums, ({ account }) => accountUnit(account))].map(([unit, of]) => {
      const [plus, minus] = [of.reduce((sum, one) => sum + one.plus, 0), of.reduce((sum, one) => sum + one.minus, 0)];
      return {
        title: `合计（${UNITS[unit]}）`,
        value: `${inUnit(plus + minus, unit)}（增 ${inUnit(plus, unit)}，减 ${inUnit(minus, unit)}）`,
      };
    });
    const { account, to = '', ...more } = filters;
    const last = dayStart(to);
    if (!account || !last || search !== '' || Object.keys(more).some((name) => name !== 'from')) return totals;
    const purpose = account as Purpose;
    return [...totals, { title: '期末结存', value: inUnit(await balanceAt(ctx, purpose, shanghaiDayEnd(last)), accountUnit(purpose)) }];
  },
  async show(ctx, rows) {
    const lines = rows as readonly BookLine[];
    const people = await publicUsers(
      ctx,
      lines.flatMap(({ owner_id }) => owner_id ?? []),
    );
    const titles = subjectTitles();
    return lines.map((line) => ({
      id: String(line.id),
      href: line.subject === '' ? '' : `/admin/order?orderid=${line.reference}`,
      cells: {
        created_at: line.created_at,
        account: accountTitle(line.account),
        reason: reasonTitle(line.reason),
        amount: line.amount / perUnit(line.unit),
        unit: UNITS[line.unit] ?? line.unit,
        reference: line.reference,
        owner: line.owner_id === null ? '平台' : people.get(line.owner_id).nickname,
        subject: titles[line.subject] ?? line.subject,
        channel: PAY_CHANNELS[line.channel] ?? line.channel,
        trade_no: line.trade_no ?? '',
        key: line.key,
      },
    }));
  },
};

/** The page of a month as a file: figures, accounts, and every amount twice. @throws as `booksOf` */
export async function booksCsv(ctx: Ctx, wish: BooksOf): Promise<{ name: string; text: string }> {
  const books = await booksOf(ctx, wish);
  const time = books.month || `${books.from}至${books.to}`;
  await noteExport(ctx, 'books', { time });
  return { name: `财务月结-${time}.csv`, text: CSV_START + rowsOf(books).map(csvLine).join('') };
}

function rowsOf({ sections, accounts, twice }: Pick<Books, 'sections' | 'accounts' | 'twice'>): Array<Array<string | number>> {
  return [
    ['项目', '内容', '金额（元）', '说明'],
    ...sections.flatMap(({ title, figures }) => figures.map((figure) => [title, figure.title, figure.amount, figure.note])),
    [],
    ['科目', '单位', '期初', '增加', '减少', '期末'],
    ...accounts.map(({ title, unit, opening, plus, minus, closing }) => [title, UNITS[unit] ?? unit, opening, plus, minus, closing]),
    [],
    ['双边核对', '账本', '业务记录', '差额'],
    ...twice.map(({ title, ledger, recorded }) => [title, ledger, recorded, Math.round((ledger - recorded) * 100) / 100]),
  ];
}
