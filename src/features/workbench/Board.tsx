import { type KeyboardEvent, useRef, useState } from 'react';
import {
  type BoardCard,
  columnOf,
  type PlannerEntry,
  WORKBENCH_COLUMNS,
  WORKBENCH_GROUPS,
  type WorkbenchColumn,
} from '#contract/workbench.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { timeText } from '#ui/time-text.ts';

interface BoardProps {
  cards: readonly BoardCard[];
  onEdit(entry: PlannerEntry): void;
  onDone(id: number, done: boolean): void;
}

const COLUMNS = Object.entries(WORKBENCH_COLUMNS) as Array<[WorkbenchColumn, string]>;
const EMPTY: Record<WorkbenchColumn, string> = { answer: '没有等您处理的事', running: '没有进行中的事', over: '还没有结束的事' };

/** Of each column at first: what is next stands above. */
const FIRST = 8;

/** Three columns on a desk, one list on a phone; the arrows walk from card to card. */
export function Board({ cards, onEdit, onDone }: BoardProps) {
  const board = useRef<HTMLDivElement>(null);
  const [whole, setWhole] = useState<WorkbenchColumn | null>(null);
  const columns = COLUMNS.map(([key, title]) => {
    const all = cards.filter((card) => columnOf(card) === key);
    return { key, title, total: all.length, cards: key === whole ? all : all.slice(0, FIRST) };
  });
  const onKey = (event: KeyboardEvent) => {
    const from = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null;
    if (!from || event.target !== from) return;
    const at = { column: Number(from.dataset['column']), row: Number(from.dataset['row']) };
    const to = nextPlace(
      columns.map((column) => column.cards.length),
      at,
      event.key,
    );
    if (!to) return;
    event.preventDefault();
    board.current?.querySelector<HTMLElement>(`[data-column="${to.column}"][data-row="${to.row}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a shortcut; every card is reached by Tab as well
    <div ref={board} className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 pt-4 lg:grid-cols-3" onKeyDown={onKey}>
      {columns.map((column, at) => (
        <section key={column.key} className="panel p-4" aria-labelledby={`column-${column.key}`}>
          <h2 id={`column-${column.key}`} className="mb-3 text-base font-semibold">
            {column.title} <span className="num text-sm text-muted">{column.total}</span>
          </h2>
          {column.cards.length === 0 ? (
            <p className="text-muted">{EMPTY[column.key]}</p>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
              {column.cards.map((card, row) => (
                <li key={card.key} className="flex items-start gap-2">
                  {card.planner && <Tick entry={card.planner} onDone={onDone} />}
                  <Card card={card} column={at} row={row} onEdit={onEdit} />
                </li>
              ))}
            </ul>
          )}
          {column.cards.length < column.total && (
            <Button wide size="sm" look="ghost" className="mt-3" onClick={() => setWhole(column.key)}>
              还有 {column.total - column.cards.length} 项
            </Button>
          )}
        </section>
      ))}
    </div>
  );
}

/** Where the arrows lead from a card: columns are walked sideways, cards up and down; null: nowhere. */
export function nextPlace(
  columns: readonly number[],
  at: { column: number; row: number },
  key: string,
): { column: number; row: number } | null {
  const { column, row } = at;
  if (key === 'ArrowDown') return row + 1 < (columns[column] ?? 0) ? { column, row: row + 1 } : null;
  if (key === 'ArrowUp') return row > 0 ? { column, row: row - 1 } : null;
  if (key === 'Home') return row > 0 ? { column, row: 0 } : null;
  if (key === 'End') return row + 1 < (columns[column] ?? 0) ? { column, row: (columns[column] ?? 1) - 1 } : null;
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return null;
  // an empty column is stepped over
  for (let to = column + step; to >= 0 && to < columns.length; to += step) {
    const cards = columns[to] ?? 0;
    if (cards > 0) return { column: to, row: Math.min(row, cards - 1) };
  }
  return null;
}

function Tick({ entry, onDone }: { entry: PlannerEntry; onDone: BoardProps['onDone'] }) {
  return (
    <input
      type="checkbox"
      className="checkbox checkbox-sm mt-3.5"
      aria-label={`完成 ${entry.title}`}
      checked={entry.done === 1}
      onChange={(event) => onDone(entry.id, event.target.checked)}
    />
  );
}

function Card({ card, column, row, onEdit }: { card: BoardCard; column: number; row: number; onEdit(entry: PlannerEntry): void }) {
  const { planner, title, path, state, group, at, ends_at, over } = card;
  const look = classNames(
    'block w-full min-w-0 flex-1 rounded-field border border-line p-3 text-left transition-colors duration-150 hover:border-primary',
    over && 'text-muted',
  );
  const time = (at_s: number) => (card.all_day ? timeText(at_s).split(' ')[0] : timeText(at_s));
  const body = (
    <>
      <span className={classNames('block font-semibold break-words', planner?.done === 1 && 'line-through')}>{title}</span>
      <span className="num mt-1 block text-xs text-muted">
        {[WORKBENCH_GROUPS[group], state, at && time(at), ends_at && `${timeText(ends_at)} 截止`].filter(Boolean).join(' · ')}
      </span>
    </>
  );
  const place = { 'data-card': card.key, 'data-column': column, 'data-row': row };
  if (planner) {
    return (
      <button type="button" className={look} {...place} onClick={() => onEdit(planner)}>
        {body}
      </button>
    );
  }
  return (
    <a className={look} href={path} {...place}>
      {body}
    </a>
  );
}
