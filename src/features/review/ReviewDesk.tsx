import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Failure } from '#client/api-error.ts';
import { isComposing } from '#client/is-composing.ts';
import { COUNT_MOST, countText } from '#contract/admin.ts';
import type { ReportLine, ReviewEntry, ReviewList } from '#contract/review.ts';
import { Ask } from '#kit/console/Ask.tsx';
import { CsvButton } from '#kit/console/CsvButton.tsx';
import { isPlainKey } from '#kit/console/plain-key.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FailureText } from '#ui/FailureText.tsx';
import { Pager } from '#ui/Pager.tsx';
import { timeText } from '#ui/time-text.ts';
import { Decision } from './Decision.tsx';
import { PageViewer } from './PageViewer.tsx';
import { COMES_BY } from './queue-words.ts';
import type { DeskActions, DeskState } from './review.store.ts';
import { WorkFacts } from './WorkFacts.tsx';

export interface ReviewDeskProps {
  queue: ReviewList;
  state: DeskState;
  actions: DeskActions;
  may_export: boolean;
}

/** The queue of one type on the left, what is looked at and the decision on the right. */
export function ReviewDesk({ queue, state, actions, may_export }: ReviewDeskProps) {
  const desk = useRef<HTMLDivElement>(null);
  useDeskKeys(desk, actions);
  const title = queue.types.find(({ type }) => type === queue.type)?.title ?? '';
  const row = queue.list.find((candidate) => candidate.id === state.current);
  const told = state.revealed;
  const facts = told && told.facts.length > 0 ? told.facts : row?.subject.facts;
  const reports = told && told.reports.length > 0 ? told.reports : row?.subject.reports;
  if (queue.list.length === 0) {
    return (
      <div className="panel">
        {state.notice && <Notice failure={state.notice} />}
        <Empty title={`没有待处理的${title}`} hint={COMES_BY[queue.type]}>
          <Button onClick={() => void actions.load()}>刷新</Button>
        </Empty>
      </div>
    );
  }
  return (
    <div ref={desk} className="desk-columns">
      <nav className="desk-queue panel p-2" aria-label={`待处理的${title}`}>
        <p className="num flex items-center justify-between gap-2 px-2 py-1 text-xs text-muted">
          共 {countText(queue.total)} 份待处理
          {may_export && <CsvButton of={`待处理的${title}`} onSave={actions.save} />}
        </p>
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {queue.list.map((item) => (
            <li key={item.id}>
              <QueueButton row={item} current={item.id === state.current} onChoose={() => actions.choose(item.id)} />
            </li>
          ))}
        </ul>
        <Pager
          page={queue.page}
          last={Math.ceil(Math.min(queue.total, COUNT_MOST) / queue.limit)}
          busy={false}
          onPage={(page) => void actions.goToPage(page)}
        />
      </nav>
      {row && (
        <article className="panel grid min-w-0 grid-cols-1 gap-5 p-5 md:p-6" aria-label={row.subject.title} tabIndex={-1}>
          {/* on top, so that it never lies over the pages at the bottom */}
          <header className="desk-head flex flex-wrap items-center justify-between gap-3">
            <h2 className="min-w-0 flex-1 basis-60 text-lg font-semibold">{row.subject.title}</h2>
            <Decision key={`decide-${row.id}`} row={row} onDecide={actions.decide} />
          </header>
          {state.notice && <Notice failure={state.notice} />}
          <p className="num flex flex-wrap gap-x-4 gap-y-1 text-muted">
            <span>{row.subject.byline}</span>
            <span>提交于 {timeText(row.opened_at)}</span>
            {row.updated_at > row.opened_at && <span>更新于 {timeText(row.updated_at)}</span>}
            {row.subject.note && <span className="text-gold-ink">{row.subject.note}</span>}
          </p>
          {facts && facts.length > 0 && (
            <dl className="desk-facts rounded-box bg-ground p-4">
              {facts.map(({ label, value, href }) => (
                <div key={label} className="contents">
                  <dt className="text-muted">{label}</dt>
                  <dd className="num break-words whitespace-pre-line">
                    {href ? (
                      <a className="link break-all" href={href} target="_blank" rel="noopener noreferrer nofollow">
                        {value}
                      </a>
                    ) : (
                      value
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {reports && <ReportLines reports={reports} />}
          {row.masked && !told && <Masked key={`masked-${row.id}`} onReveal={actions.reveal} />}
          {told && told.pages.length > 0 && (
            <PageViewer key={`papers-${row.id}`} pages={told.pages} free_pages={Number.MAX_SAFE_INTEGER} title={row.subject.title} />
          )}
          {row.subject.work && <WorkFacts work={row.subject.work} />}
          {row.subject.has_pages &&
            (state.pages_failure ? (
              <ErrorState {...state.pages_failure} onRetry={() => void actions.loadPages()} />
            ) : (
              <PageViewer
                key={row.id}
                pages={state.pages}
                free_pages={row.subject.work?.free_pages ?? Number.MAX_SAFE_INTEGER}
                title={row.subject.title}
              />
            ))}
        </article>
      )}
    </div>
  );
}

/** j and k look at the next and the one before, Enter goes into it, and a letter presses the button that names it. */
function useDeskKeys(desk: RefObject<HTMLElement | null>, { step }: DeskActions): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPlainKey(event) || isComposing(event)) return;
      const by = { j: 1, k: -1 }[event.key] as 1 | -1 | undefined;
      const at = desk.current?.querySelector<HTMLElement>('[aria-current=true]');
      const button = /^[a-z]$/.test(event.key) && document.querySelector<HTMLElement>(`.console button[aria-keyshortcuts=${event.key}]`);
      if (by) {
        step(by);
        requestAnimationFrame(() => desk.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus());
      } else if (event.key === 'Enter' && (event.target === document.body || event.target === at))
        desk.current?.querySelector<HTMLElement>('article')?.focus();
      // a key that is held down decides once
      else if (button && !event.repeat) button.click();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [desk, step]);
}

function Notice({ failure }: { failure: Failure }) {
  return (
    <p role="alert" className="rounded-box bg-gold-tint p-4 text-gold-ink">
      <FailureText failure={failure} />
    </p>
  );
}

function QueueButton({ row, current, onChoose }: { row: ReviewEntry; current: boolean; onChoose(): void }) {
  const { subject } = row;
  return (
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
      onClick={onChoose}
      className={classNames('flex w-full gap-3 rounded-field p-2 text-left', current ? 'bg-tint' : 'hover:bg-ground')}
    >
      {subject.cover_src ? (
        <img src={subject.cover_src} alt="" className="h-12 w-20 shrink-0 rounded-field bg-ground object-cover" loading="lazy" />
      ) : null}
      <span className="min-w-0">
        <span className="line-clamp-2 font-semibold">{subject.title}</span>
        <span className="num block truncate text-xs text-muted">
          {[subject.reports && `${subject.reports.length} 次举报`, subject.byline, timeText(row.opened_at)].filter(Boolean).join(' · ')}
        </span>
      </span>
    </button>
  );
}

/** Shows what is masked, to who says why. */
function Masked({ onReveal }: { onReveal(reason: string): Promise<string | null> }) {
  const [asked, setAsked] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button onClick={() => setAsked(true)}>显示完整资料</Button>
      <span className="text-xs text-muted">个人信息只显示一部分，查看完整内容会记入操作记录。</span>
      {asked && (
        <Ask title="显示完整资料" verb="显示" about="只在审核需要时查看。" reason="审核" onClose={() => setAsked(false)} onDo={onReveal} />
      )}
    </div>
  );
}

/** What readers wrote, with the record of each. */
function ReportLines({ reports }: { reports: ReportLine[] }) {
  return (
    <ul className="grid gap-2" aria-label="举报内容">
      {reports.map((report) => (
        <li key={report.id} className="rounded-box bg-ground p-3">
          <p className="whitespace-pre-line break-words">{report.content}</p>
          <p className="num mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
            <span>{report.nickname}</span>
            <span>{report.mobile}</span>
            <span>{timeText(report.created_at)}</span>
            <span>{recordText(report)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function recordText({ upheld, dismissed }: ReportLine): string {
  return upheld + dismissed === 0 ? '此前没有处理过的举报' : `此前举报成立 ${upheld} 次，不成立 ${dismissed} 次`;
}
