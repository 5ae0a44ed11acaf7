import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { inOneLine } from '#client/api-error.ts';
import { isComposing } from '#client/is-composing.ts';
import type { ListFacts, ListPage, ListRow } from '#contract/admin.ts';
import { isPlainKey } from '#kit/console/plain-key.ts';
import { toneOf } from '#kit/console/State.tsx';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { BulkBar } from './BulkBar.tsx';
import { FilterBar } from './FilterBar.tsx';
import { isAmount, ListCell } from './ListCell.tsx';
import type { ListState, StaffListStore } from './list.store.ts';

/** Columns by which people know a row. */
const NAMING = new Set(['title', 'name', 'nickname']);

export interface StaffListProps {
  facts: ListFacts;
  state: ListState;
  store: StaffListStore;
}

/** Filters, and the rows or why there are none. */
export function StaffList({ facts, state, store }: StaffListProps) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <FilterBar facts={facts} state={state} store={store} />
      {state.page ? <Rows facts={facts} page={state.page} state={state} store={store} /> : <NoRows state={state} store={store} />}
    </div>
  );
}

/** Conditions that are wrong are changed or dropped; what failed otherwise is tried again. */
function NoRows({ state: { failure, busy }, store }: Pick<StaffListProps, 'state' | 'store'>) {
  return (
    <div className="panel" aria-busy={busy || undefined}>
      {failure?.status === 400 ? (
        <div role="alert">
          <Empty title={inOneLine(failure).message} hint="可以修改上面的筛选条件，或全部清空。">
            <Button onClick={() => store.actions.go('')}>清空条件</Button>
          </Empty>
        </div>
      ) : (
        <ErrorState message="" {...failure} onRetry={() => void store.actions.reload()} />
      )}
    </div>
  );
}

/** Rows and pages. Keys: arrows or j and k move, Enter opens, x selects, / searches. */
function Rows({ facts, page, state, store }: StaffListProps & { page: ListPage }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const columns = facts.columns.filter(({ key, shown }) =>
    state.address.columns.length > 0 ? state.address.columns.includes(key) : shown,
  );
  const can_select = facts.actions.length > 0;
  const has_covers = page.rows.some(({ cover }) => cover !== '');
  const ids = page.rows.map(({ id }) => id);
  const whole = ids.length > 0 && ids.every((id) => state.selected.includes(id));

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!isPlainKey(event)) return;
      // with nothing in focus, j and k begin where the list stands; arrows scroll the page there
      const begins = (event.key === 'j' || event.key === 'k') && document.activeElement === document.body;
      const to = begins
        ? body.current?.querySelector<HTMLElement>('tr[tabindex="0"]')
        : event.key === '/' && document.querySelector<HTMLElement>('[data-list-search]');
      if (!to) return;
      event.preventDefault();
      to.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const focusRow = (at: number) => body.current?.querySelectorAll<HTMLElement>('tr')[at]?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    if (
      event.target instanceof HTMLInputElement ||
      event.target instanceof HTMLAnchorElement ||
      event.ctrlKey ||
      event.metaKey ||
      isComposing(event)
    )
      return;
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    const row = page.rows[state.current];
    if (by !== undefined) {
      store.actions.move(by);
      focusRow(Math.max(0, Math.min(page.rows.length - 1, state.current + by)));
    } else if (event.key === 'Enter' && row?.href) location.assign(row.href);
    else if (event.key === 'x' && row && can_select) store.actions.select([row.id], !state.selected.includes(row.id));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <BulkBar facts={facts} page={page} state={state} store={store} />
      <div className="panel overflow-x-auto" aria-busy={state.busy || undefined}>
        {page.rows.length === 0 ? (
          <Nothing facts={facts} narrowed={state.address.query !== ''} onClear={() => store.actions.go('')} />
        ) : (
          <table className={has_covers ? 'staff-table staff-covers' : 'staff-table'}>
            <caption className="sr-only">{facts.title}</caption>
            <thead>
              <tr>
                {can_select && (
                  <th>
                    <input
                      type="checkbox"
                      className="checkbox checkbox-sm"
                      aria-label="选择本页全部"
                      checked={whole || state.all}
                      onChange={(event) => store.actions.select(ids, event.target.checked)}
                    />
                  </th>
                )}
                {columns.map(({ key, title, kind }, at) => (
                  <th key={key} scope="col" className={at > 0 && isAmount(kind) ? 'text-right' : undefined}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody ref={body} onKeyDown={onKeyDown}>
              {page.rows.map((row, at) => (
                <Row
                  key={row.id}
                  {...{ row, columns, can_select, has_covers }}
                  filters={facts.filters}
                  selected={state.all || state.selected.includes(row.id)}
                  current={at === state.current}
                  onFocus={() => store.actions.move(at - state.current)}
                  onSelect={(on) => store.actions.select([row.id], on)}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      <Pages page={page} state={state} store={store} />
    </>
  );
}

/** A list without rows, or one that is narrowed too far. */
function Nothing({ facts: { title, empty }, narrowed, onClear }: { facts: ListFacts; narrowed: boolean; onClear(): void }) {
  if (!narrowed) {
    return (
      <Empty title={`还没有${title}`} {...(empty && { hint: empty.hint })}>
        {empty && empty.href !== '' && (
          <a className="btn" href={empty.href}>
            {empty.link}
          </a>
        )}
      </Empty>
    );
  }
  return (
    <Empty title={`没有符合条件的${title}`} hint="可以放宽筛选条件，或清空搜索。">
      <Button onClick={onClear}>清空条件</Button>
    </Empty>
  );
}

interface RowProps {
  row: ListRow;
  columns: ListFacts['columns'];
  filters: ListFacts['filters'];
  can_select: boolean;
  /** Rows without a picture leave room for one. */
  has_covers: boolean;
  selected: boolean;
  current: boolean;
  onFocus(): void;
  onSelect(on: boolean): void;
}

function Row({ row, columns, filters, can_select, has_covers, selected, current, onFocus, onSelect }: RowProps) {
  return (
    <tr tabIndex={current ? 0 : -1} aria-selected={selected} onFocus={onFocus}>
      {can_select && (
        <td>
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            aria-label={`选择 ${row.id}`}
            checked={selected}
            onChange={(event) => onSelect(event.target.checked)}
          />
        </td>
      )}
      {columns.map(({ key, kind }, at) => (
        <ListCell
          key={key}
          cell={row.cells[key]}
          kind={kind}
          tone={kind === 'state' ? (row.tone ?? toneOf(filters, key, String(row.cells[key]))) : undefined}
          first={at === 0}
          href={at === 0 || NAMING.has(key) ? row.href : ''}
          cover={has_covers && key === 'title' ? row.cover : null}
        />
      ))}
    </tr>
  );
}

/** Real links: a press stays on the page, everything else does what links do. */
function Pages({ page, state, store }: Omit<StaffListProps, 'facts'> & { page: ListPage }) {
  const link = (title: string, place: { after?: string; before?: string }) => (
    <a
      className="btn btn-sm"
      href={store.actions.href(place)}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        store.actions.go(event.currentTarget.search);
      }}
    >
      {title}
    </a>
  );
  const elsewhere = state.address.after !== '' || state.address.before !== '';
  return (
    <nav aria-label="分页" className="flex justify-end gap-2">
      {elsewhere && link('第一页', {})}
      {page.prev && link('上一页', { before: page.prev })}
      {page.next && link('下一页', { after: page.next })}
    </nav>
  );
}
