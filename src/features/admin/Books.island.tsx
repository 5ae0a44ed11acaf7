import { useState } from 'react';
import { type Books, monthAfter } from '#contract/books.ts';
import { CsvButton } from '#kit/console/CsvButton.tsx';
import { Panel } from '#kit/console/Panel.tsx';
import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { StaffTable } from '#kit/console/StaffTable.tsx';
import { Button } from '#ui/Button.tsx';
import { BooksClosing } from './BooksClosing.tsx';
import { BooksTax } from './BooksTax.tsx';
import { type BooksActions, createBooksScreen } from './books.store.ts';

const plain = (amount: number) => amount.toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const counted = (amount: number, unit: string) => (unit === 'fen' ? plain(amount) : amount.toLocaleString('zh-CN'));
const yuan = (amount: number) => (amount < 0 ? `-¥${plain(-amount)}` : `¥${plain(amount)}`);
const monthText = (month: string) => `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`;

/** A month of the books, or days of one's own: what came and went, the accounts, every fen twice, and the closing. */
export default function BooksIsland() {
  return <LoadedScreen of={createBooksScreen}>{(books, actions) => <Shown books={books} actions={actions} />}</LoadedScreen>;
}

function Shown({ books, actions }: { books: Books; actions: BooksActions }) {
  const title = books.month === '' ? `${books.from} 至 ${books.to}` : monthText(books.month);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Times key={`${books.month}${books.from}${books.to}`} books={books} actions={actions} />
      <BooksClosing books={books} title={title} actions={actions} />
      <div className="staff-columns gap-4">
        {books.sections
          .filter(({ figures }) => figures.length > 0)
          .map((section) => (
            <Figures key={section.title} {...section} />
          ))}
      </div>
      {books.tax && <BooksTax owed={books.tax.owed} actions={actions} />}
      <Accounts books={books} />
      <Twice books={books} />
    </div>
  );
}

/** A sum a line; those that are nothing share one. */
function Figures({ title, figures }: Books['sections'][number]) {
  const none = figures.filter(({ amount }) => amount === 0);
  return (
    <Panel title={title}>
      <dl className="grid gap-1">
        {figures
          .filter(({ amount }) => amount !== 0)
          .map(({ title: of, amount, note, href }) => (
            <div key={of} className="flex items-baseline justify-between gap-3">
              <dt className="min-w-0">
                {of}
                {note !== '' && <span className="ml-2 text-xs text-muted">{note}</span>}
              </dt>
              <dd className="num whitespace-nowrap">
                {href === '' ? (
                  yuan(amount)
                ) : (
                  <a className="link" href={href} aria-label={`${of} ${yuan(amount)}，查看明细`}>
                    {yuan(amount)}
                  </a>
                )}
              </dd>
            </div>
          ))}
      </dl>
      {none.length > 0 && <p className="mt-2 text-xs text-muted">为零：{none.map(({ title: of }) => of).join('、')}</p>}
    </Panel>
  );
}

/** Which time: month by month, or days of one's own. */
function Times({ books, actions }: { books: Books; actions: BooksActions }) {
  const [days, setDays] = useState({ from: books.from, to: books.to });
  const of = books.month || books.to.slice(0, 7);
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={() => void actions.choose({ month: monthAfter(of, -1) })}>
          上个月
        </Button>
        <Button size="sm" onClick={() => void actions.choose({ month: monthAfter(of) })}>
          下个月
        </Button>
        {books.next_month !== '' && books.next_month !== books.month && (
          <Button size="sm" onClick={() => void actions.choose({ month: books.next_month })}>
            待结账：{monthText(books.next_month)}
          </Button>
        )}
      </div>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void actions.choose(days);
        }}
      >
        {(['from', 'to'] as const).map((end) => (
          <label key={end} className="grid gap-1 text-xs text-muted">
            {end === 'from' ? '从' : '到'}
            <input
              type="date"
              className="input input-sm w-36"
              value={days[end]}
              onChange={(event) => setDays({ ...days, [end]: event.target.value })}
            />
          </label>
        ))}
        <Button size="sm" type="submit">
          查看这几天
        </Button>
        <CsvButton of="财务月结" onSave={actions.save} />
      </form>
    </div>
  );
}

function Accounts({ books: { accounts } }: { books: Books }) {
  return (
    <Panel title="科目余额">
      <StaffTable figures label="科目余额" heads={['科目', '期初', '增加', '减少', '期末']}>
        {accounts.map(({ title, unit, href, ...sums }) => (
          <tr key={title}>
            <th scope="row" className="whitespace-nowrap font-normal">
              <a className="link" href={href}>
                {title}
              </a>
              {unit === 'coin' && <span className="ml-1 text-xs text-muted">（个）</span>}
            </th>
            {(['opening', 'plus', 'minus', 'closing'] as const).map((column) => (
              <td key={column} className="num whitespace-nowrap">
                {counted(sums[column], unit)}
              </td>
            ))}
          </tr>
        ))}
      </StaffTable>
      <p className="mt-2 text-xs text-muted">复式记账：以元计的科目期末合计为 0；支付渠道、优惠券成本等平台科目以负数记存款与支出。</p>
    </Panel>
  );
}

function Twice({ books: { twice, unlike } }: { books: Books }) {
  const difference = ({ ledger, recorded }: { ledger: number; recorded: number }) => Math.round((ledger - recorded) * 100) / 100;
  return (
    <Panel title="双边核对：账本与业务记录">
      {twice.length === 0 ? (
        <p className="text-muted">这段时间没有账目。</p>
      ) : (
        <StaffTable figures label="双边核对" heads={['项目', '账本', '业务记录', '差额']}>
          {twice.map((row) => (
            <tr key={row.title}>
              <th scope="row" className="whitespace-nowrap font-normal">
                {row.title}
              </th>
              <td className="num">{plain(row.ledger)}</td>
              <td className="num">{plain(row.recorded)}</td>
              <td className={difference(row) === 0 ? 'num text-success' : 'num font-semibold text-error'}>{plain(difference(row))}</td>
            </tr>
          ))}
        </StaffTable>
      )}
      {unlike.length > 0 && (
        <>
          <h3 className="mt-4 mb-2 font-semibold text-error">不一致的单据{unlike.length >= 100 && '（前 100 条）'}</h3>
          <StaffTable label="不一致的单据" heads={['单号', '项目', '账本', '业务记录']}>
            {unlike.map(({ title, reference, ledger, recorded, href }) => (
              <tr key={`${title}${reference}`}>
                <td className="num">
                  {href === '' ? (
                    '—'
                  ) : (
                    <a className="link" href={href}>
                      {reference}
                    </a>
                  )}
                </td>
                <td>{title}</td>
                <td className="num">{plain(ledger)}</td>
                <td className="num">{plain(recorded)}</td>
              </tr>
            ))}
          </StaffTable>
        </>
      )}
    </Panel>
  );
}
