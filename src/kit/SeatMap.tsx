import { Minus, Plus } from 'lucide-react';
import { type CSSProperties, type FocusEvent, type KeyboardEvent, type MouseEvent, memo, useEffect, useRef, useState } from 'react';
import { type PlanBlock, rowLabel, type SeatState, seatAt, seatLabel } from '#contract/seats.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';

export interface SeatMapProps {
  label: string;
  plan: readonly PlanBlock[];
  picked: ReadonlySet<number>;
  /** What a block is: its kind of ticket, its price. */
  aboutOf?(block: PlanBlock): string;
  /** Whose a chair is, where that is shown. */
  nameOf?(seat_id: number): string;
  /** Whether a press does something. */
  can(state: SeatState, seat_id: number): boolean;
  onPick(seat_id: number, block: PlanBlock): void;
}

const STATE_TEXT: Record<SeatState, string> = { '0': '可选', '1': '已有人', '2': '不可选', '3': '为您保留' };

/** Where an arrow leads from a chair: in its row, to the same place of the next one, over the edge into the next block. */
function neighbour(plan: readonly PlanBlock[], block_at: number, place: number, key: string): [block: number, place: number] | null {
  const block = plan[block_at];
  if (!block) return null;
  const { chair } = seatAt(block, place);
  const of = (at: number, step: number): [number, number] | null => {
    const next = plan[at];
    if (!next) return null;
    const column = Math.min(chair, next.chairs) - 1;
    return [at, step > 0 ? column : (next.rows - 1) * next.chairs + column];
  };
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const next = place + (key === 'ArrowLeft' ? -1 : 1);
    return next >= 0 && next < block.ids.length ? [block_at, next] : null;
  }
  if (key === 'Home') return [block_at, place - chair + 1];
  if (key === 'End') return [block_at, place - chair + block.chairs];
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const step = key === 'ArrowUp' ? -1 : 1;
  const next = place + step * block.chairs;
  return next >= 0 && next < block.ids.length ? [block_at, next] : of(block_at + step, step);
}

/**
 * A plan as it is drawn: a button a chair in groups that are read row by row, one handler for all of them. Tab enters once, arrows go from chair
 * to chair.
 */
export function SeatMap({ label, plan, picked, aboutOf, nameOf, can, onPick }: SeatMapProps) {
  const map = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(0);
  // what does not fit begins with its middle
  useEffect(() => {
    const box = map.current?.parentElement;
    if (box && zoom >= -1) box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2;
  }, [zoom]);
  const first = firstOf(plan, can);
  const press = (event: MouseEvent) => {
    const button = (event.target as HTMLElement).closest<HTMLElement>('[data-at]');
    const [block, place] = (button?.dataset['at'] ?? '').split('.').map(Number);
    const found = plan[block ?? -1];
    const id = found?.ids[place ?? -1];
    if (found && id !== undefined && can(found.states[place ?? 0] as SeatState, id)) onPick(id, found);
  };
  const turn = (event: KeyboardEvent) => {
    const [block = -1, place = -1] = ((event.target as HTMLElement).dataset['at'] ?? '').split('.').map(Number);
    const next = neighbour(plan, block, place, event.key);
    if (!next) return;
    event.preventDefault();
    map.current?.querySelector<HTMLElement>(`[data-at="${next.join('.')}"]`)?.focus();
  };
  // one chair is in the order of Tab: the last that had the focus
  const rove = ({ target }: FocusEvent<HTMLElement>) => {
    if (target.dataset['at'] === undefined) return;
    for (const one of map.current?.querySelectorAll<HTMLElement>('[tabindex="0"]') ?? []) one.tabIndex = -1;
    target.tabIndex = 0;
  };
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <div className="seat-screen-only flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
        <p className="flex flex-wrap gap-3">
          {(['0', 'picked', '1', '2'] as const).map((key) => (
            <span key={key}>
              <span
                className="seat seat-key inline-block"
                aria-hidden="true"
                {...(key === 'picked' ? { 'aria-pressed': true } : { 'data-state': key })}
              />
              {key === 'picked' ? '已选' : STATE_TEXT[key]}
            </span>
          ))}
        </p>
        <p className="flex gap-2">
          <Button size="sm" aria-label="缩小座位图" disabled={zoom <= -1} onClick={() => setZoom(zoom - 1)}>
            <Minus size={14} aria-hidden="true" />
          </Button>
          <Button size="sm" aria-label="放大座位图" disabled={zoom >= 2} onClick={() => setZoom(zoom + 1)}>
            <Plus size={14} aria-hidden="true" />
          </Button>
        </p>
      </div>
      <div className="seat-scroll">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the chairs are buttons; their presses and arrows arrive here */}
        <div ref={map} className="seat-map" data-zoom={zoom} onClick={press} onKeyDown={turn} onFocus={rove}>
          <p className="seat-stage">舞台</p>
          {plan.map((block, at) => (
            <section key={block.key} className="seat-block" aria-label={`${label}：${block.name}`}>
              <p className="text-sm">
                <b className="font-semibold">{block.name}</b> <span className="num text-xs text-muted">{aboutOf?.(block)}</span>
              </p>
              <div className={block.shape === 'tables' ? 'seat-tables' : 'grid gap-1'}>
                {Array.from({ length: block.rows }, (_row, n) => {
                  const place = n * block.chairs;
                  const ids = block.ids.slice(place, place + block.chairs);
                  const states = block.states.slice(place, place + block.chairs);
                  const { name, shape, aisle } = block;
                  return (
                    <SeatRow
                      key={place}
                      {...{ at, place, name, shape, aisle, states, row: n + 1, entry: ids.indexOf(first) }}
                      open={ids.map((id, one) => (can(states[one] as SeatState, id) ? '1' : '0')).join('')}
                      picked={ids.map((id) => (picked.has(id) ? '1' : '0')).join('')}
                      names={nameOf ? ids.map(nameOf).join('\n') : ''}
                    />
                  );
                })}
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

interface RowProps extends Pick<PlanBlock, 'name' | 'shape' | 'aisle'> {
  /** Of the block in the plan, and of the first chair in the block. */
  at: number;
  place: number;
  row: number;
  /** One sign or word a chair. */
  states: string;
  open: string;
  picked: string;
  names: string;
  /** Which chair Tab enters; -1: none of this row. */
  entry: number;
}

/** A row or a table. Its props are plain, so a press draws one row and not a thousand chairs. */
const SeatRow = memo(function SeatRow({ at, place, row, name, shape, aisle, states, open, picked, names, entry }: RowProps) {
  const words = names.split('\n');
  const chairs = [...states].map((state, n) => {
    const is_picked = picked[n] === '1';
    return (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: a chair is its place
        key={n}
        type="button"
        data-at={`${at}.${place + n}`}
        data-state={state}
        data-name={words[n] || undefined}
        className={classNames('seat', shape === 'rows' && aisle === n + 1 && 'seat-gap')}
        style={shape === 'tables' ? ({ '--n': n } as CSSProperties) : undefined}
        tabIndex={n === entry ? 0 : -1}
        aria-pressed={is_picked}
        aria-disabled={open[n] === '1' ? undefined : true}
        aria-label={`${seatLabel({ name, shape }, row, n + 1)}，${words[n] || (is_picked ? '已选' : STATE_TEXT[state as SeatState])}`}
      >
        {n + 1}
      </button>
    );
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of chairs is no part of a form
    <div
      role="group"
      className={shape === 'rows' ? 'seat-row' : 'seat-table'}
      style={{ '--of': states.length } as CSSProperties}
      aria-label={rowLabel({ name, shape }, row)}
    >
      <span className="seat-name" aria-hidden="true">
        {shape === 'rows' ? `${row} 排` : row}
      </span>
      {chairs}
    </div>
  );
});

function firstOf(plan: readonly PlanBlock[], can: SeatMapProps['can']): number {
  for (const { ids, states } of plan) {
    const found = ids.find((id, place) => can(states[place] as SeatState, id));
    if (found !== undefined) return found;
  }
  return plan[0]?.ids[0] ?? 0;
}
