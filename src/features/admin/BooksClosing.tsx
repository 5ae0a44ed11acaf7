import { useState } from 'react';
import { type Books, EXPLAINED_MAX } from '#contract/books.ts';
import { ReasonDialog } from '#kit/ask-reason.tsx';
import { Facts, Panel } from '#kit/console/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { timeText } from '#ui/time-text.ts';
import type { BooksActions } from './books.store.ts';

function stateOf({ month, closing: { closed, why_not, words } }: Books): string {
  if (month === '') return '自选日期';
  if (closed) return '已结账';
  if (why_not !== '') return '未结账';
  return words ? '还有没核对的，结账须写明原因' : '核对完毕，可以结账';
}

/** Where the time stands: what is matched, what is open, and how it is closed. */
export function BooksClosing({ books, title, actions }: { books: Books; title: string; actions: BooksActions }) {
  const { bills, unlike, closing } = books;
  const { closed } = closing;
  return (
    <Panel title={`${title}：${stateOf(books)}`}>
      <Facts
        facts={[
          ['支付方账单', <BillDays key="bills" bills={bills} />],
          ['对账差异', <Open key="open" n={bills.differences} href="/admin/differences?status=open" none="没有待处理的差异" />],
          ['双边核对', <Open key="unlike" n={unlike.length} href="" none="账本与业务记录逐项相等" />],
          ...(closed
            ? ([
                [
                  '结账',
                  `${timeText(closed.at)}，${closed.asked_by || '后台任务'}提交，${closed.confirmed_by || '无人可复核'}${closed.confirmed_by ? '确认' : ''}`,
                ],
                ...(closed.explained === '' ? [] : [['差异说明', closed.explained] as const]),
              ] as const)
            : []),
        ]}
      />
      {closed ? (
        <p className="mt-3 text-muted">结账后这个月的账不再变动，也不能重开；之后发生的退款与更正记入发生时的月份。</p>
      ) : (
        <Close books={books} title={title} actions={actions} />
      )}
    </Panel>
  );
}

function BillDays({ bills: { days, missing } }: { bills: Books['bills'] }) {
  if (days === 0) return <>还没有过完的日子</>;
  if (missing.length === 0) return <span className="text-success">{days} 天都已核对</span>;
  const shown = missing.slice(0, 5).join('、');
  return (
    <span className="text-error">
      {days} 天里有 {missing.length} 天还没有核对：{shown}
      {missing.length > 5 && '等'}
    </span>
  );
}

function Open({ n, href, none }: { n: number; href: string; none: string }) {
  if (n === 0) return <span className="text-success">{none}</span>;
  return href === '' ? (
    <span className="text-error">{n} 项不一致，见页末</span>
  ) : (
    <a className="link text-error" href={href}>
      {n} 项待处理
    </a>
  );
}

function Close({ books: { month, bills, closing }, title, actions }: { books: Books; title: string; actions: BooksActions }) {
  const [asks, setAsks] = useState(false);
  const [fault, setFault] = useState('');
  if (closing.why_not !== '') return <p className="mt-3 text-muted">{closing.why_not}。</p>;
  if (!closing.may) return <p className="mt-3 text-muted">由财务结账。</p>;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      {bills.missing.length > 0 && (
        <Button look="primary" onClick={() => void actions.match().then((wrong) => setFault(wrong ?? ''))}>
          补做对账
        </Button>
      )}
      <Button {...(bills.missing.length > 0 ? {} : { look: 'primary' as const })} onClick={() => setAsks(true)}>
        结账
      </Button>
      <p className="text-sm text-muted">由另一位同事在审核台确认后生效。</p>
      {fault !== '' && <p className="text-error">{fault}</p>}
      {asks && (
        <ReasonDialog
          title={`${title}结账`}
          subject={month}
          about="结账后这个月的账不再变动，也不能重开，更正记入下个月。提交后须由另一位同事在审核台确认。"
          verb="提交结账"
          label="差异说明"
          hint="还没有核对的账单、没有处理的差异，原因与处理结果"
          {...(closing.words ? { max: EXPLAINED_MAX } : {})}
          onClose={() => setAsks(false)}
          onDo={actions.close}
        />
      )}
    </div>
  );
}
