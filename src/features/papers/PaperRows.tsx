import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { isComposing } from '#client/is-composing.ts';
import { yuanText } from '#contract/assistant-text.ts';
import { hasHeads, isBlank, PAPER_COLUMNS, type PaperBody, type PaperKind, type PaperRow, resultOfPaper } from '#contract/paper.ts';
import { Button } from '#ui/Button.tsx';
import { Cell } from './Cell.tsx';
import type { PaperStore } from './paper.store.ts';

type Act = 'add' | 'drop' | 'up' | 'down' | 'turn';

/** What we compute of each row: the sum of a line, or from when to when. */
function asides(kind: PaperKind, body: PaperBody): readonly string[] {
  const result = resultOfPaper(kind, '', body);
  if (result.tool === 'rundown') return result.rows.map(({ start, end }) => `${start} – ${end}`);
  return kind === 'budget' ? body.rows.map(({ cells }) => yuanText(Number(cells[3]) * Number(cells[5]))) : [];
}

/** The rows of a document, edited in place: Enter begins a row, Alt and arrows move one. */
export function PaperRows({ kind, body, actions }: { kind: PaperKind; body: PaperBody; actions: PaperStore['actions'] }) {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<string | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (wanted.current === null) return;
    list.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = null;
  });
  const heads = hasHeads(kind);
  const focusOn = (key: string | null, at: number) => {
    wanted.current = key === null ? null : `[data-row="${key}"] [data-cell="${at}"]`;
  };
  // the first column of words: where one begins to write
  const first = kind === 'rundown' || kind === 'budget' ? 1 : 0;
  const act = useRef((_what: Act, _row: PaperRow, _at: number): void => undefined);
  act.current = (what, row, at) => {
    const place = body.rows.findIndex(({ key }) => key === row.key) + 1;
    if (what === 'add') focusOn(actions.addRow(row.key, 0), first);
    if (what === 'drop') {
      focusOn(actions.dropRow(row.key), at);
      setSaid(`已删除第 ${place} 行，可以撤销`);
    }
    if (what === 'turn') {
      actions.turnRow(row.key);
      focusOn(row.key, 0);
      setSaid(row.head === 1 ? '已改为条目' : '已改为小标题');
    }
    if (what === 'up' || what === 'down') {
      const now = actions.moveRow(row.key, what === 'up' ? -1 : 1);
      focusOn(row.key, row.head === 1 ? 0 : at);
      setSaid(now > 0 ? `已移到第 ${now} 行` : '已经到头了');
    }
  };
  const aside = asides(kind, body);
  return (
    <div className="grid gap-2">
      {!heads && (
        <p className="paper-row paper-heads" data-kind={kind} aria-hidden="true">
          {kind === 'rundown' && <span>起止</span>}
          {PAPER_COLUMNS[kind].map(({ label, is }) => (
            <span key={label} className={is === 'fen' || is === 'count' || is === 'minutes' ? 'text-right' : ''}>
              {label}
              {is === 'fen' && '（元）'}
            </span>
          ))}
          {kind === 'budget' && <span className="text-right">小计（元）</span>}
        </p>
      )}
      <ol ref={list} className="grid gap-1" aria-label="内容">
        {body.rows.map((row, at) => (
          <Row key={row.key} {...{ kind, row, act }} place={at + 1} aside={aside[at] ?? ''} setCell={actions.setCell} />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => focusOn(actions.addRow(null, 0), first)}>
          加一行
        </Button>
        {heads && (
          <Button size="sm" onClick={() => focusOn(actions.addRow(null, 1), 0)}>
            加小标题
          </Button>
        )}
      </div>
      <p className="text-xs text-muted max-md:hidden">
        键盘：Enter 新增一行，Alt+↑↓ 移动，Alt+Delete 或空行按退格删除{heads && '，Alt+→ 在条目与小标题之间切换'}。
      </p>
    </div>
  );
}

interface RowProps {
  kind: PaperKind;
  row: PaperRow;
  place: number;
  aside: string;
  act: { current: (what: Act, row: PaperRow, at: number) => void };
  setCell: PaperStore['actions']['setCell'];
}

const Row = memo(function Row({ kind, row, place, aside, act, setCell }: RowProps) {
  const columns = row.head === 1 ? [{ ...PAPER_COLUMNS[kind][0], label: '小标题', is: 'text' as const, max: 300 }] : PAPER_COLUMNS[kind];
  const onKeyDown = (at: number) => (event: KeyboardEvent<HTMLElement>) => {
    const what = actOf(event, kind, row);
    if (!what) return;
    event.preventDefault();
    act.current(what, row, at);
  };
  const press = (what: Act, label: string, icon: React.ReactNode) => (
    <Button
      size="sm"
      look="ghost"
      className="px-1.5"
      tabIndex={-1}
      aria-label={`${label}第 ${place} 行`}
      onClick={() => act.current(what, row, 0)}
    >
      {icon}
    </Button>
  );
  const computed = aside && (
    <span className={`num self-center ${kind === 'budget' ? 'text-right' : 'text-muted'}`} data-label={kind === 'budget' ? '小计' : '起止'}>
      {aside}
    </span>
  );
  return (
    <li className={`paper-row ${row.head === 1 ? 'paper-head' : ''}`} data-kind={kind} data-row={row.key}>
      {kind === 'rundown' && computed}
      {columns.map((column, at) => (
        <span key={column.label} data-label={column.label} className="min-w-0">
          <Cell
            {...{ column, at }}
            name={`第 ${place} 行 ${column.label}`}
            value={row.cells[at] ?? ''}
            onValue={(value) => setCell(row.key, at, value)}
            onKeyDown={onKeyDown(at)}
          />
        </span>
      ))}
      {kind === 'budget' && computed}
      <span className="paper-acts flex items-center justify-end self-center">
        {press('up', '上移', <ArrowUp size={14} aria-hidden="true" />)}
        {press('down', '下移', <ArrowDown size={14} aria-hidden="true" />)}
        {press('drop', '删除', <X size={14} aria-hidden="true" />)}
      </span>
    </li>
  );
});

function actOf(event: KeyboardEvent<HTMLElement>, kind: PaperKind, row: PaperRow): Act | null {
  // letters of a word that is being composed are the input method's
  if (isComposing(event)) return null;
  const { key, altKey, target } = event;
  if (event.key === 'Enter' && !altKey && !isComposing(event)) return 'add';
  if (altKey && key === 'ArrowUp') return 'up';
  if (altKey && key === 'ArrowDown') return 'down';
  if (altKey && key === 'Delete') return 'drop';
  if (altKey && (key === 'ArrowRight' || key === 'ArrowLeft') && hasHeads(kind)) return 'turn';
  const empty = (target as HTMLTextAreaElement).value === '';
  return key === 'Backspace' && empty && isBlank(kind, row) ? 'drop' : null;
}
