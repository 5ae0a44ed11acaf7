import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DAY_MARKS, DAYS_AHEAD, type DayMarkKey, dayAfter, type OwnDays } from '#contract/freelance.ts';
import { monthGrid } from '#contract/signin.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';

interface DayGridProps {
  days: OwnDays['days'];
  today: string;
  onMark(days: string[], mark: DayMarkKey): void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const LOOKS: Record<DayMarkKey, string> = {
  free: 'border-primary bg-tint font-semibold text-primary',
  busy: 'border-line bg-ground text-muted line-through',
  none: 'border-line',
};
const NEXT = { none: 'free', free: 'busy', busy: 'none' } as const;

/** A month of days that are marked by presses: free, taken, neither. Arrows move, Enter and Space press. */
export function DayGrid({ days, today, onMark }: DayGridProps) {
  const [at, setAt] = useState(today);
  const table = useRef<HTMLFieldSetElement>(null);
  const last = dayAfter(today, DAYS_AHEAD);
  const [year, month] = [at.slice(0, 4), Number(at.slice(5, 7))];
  const grid = monthGrid(`${year}-${month}`);
  const markOf = (day: string): DayMarkKey => days.find((one) => one.day === day)?.mark ?? 'none';
  // the button of another month is to be there before it is focused
  const go = (day: string) => flushSync(() => setAt(day < today ? today : day > last ? last : day));
  const turn = (by: number) => go(dayAfter(`${at.slice(0, 7)}-${by > 0 ? '28' : '01'}`, by));
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(dayAfter(at, step));
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  };
  return (
    <section className="grid gap-3" aria-labelledby="days-title">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="days-title" className="num mr-auto font-semibold" aria-live="polite">
          {year} 年 {month} 月
        </h2>
        <Button
          size="sm"
          aria-label="上个月"
          disabled={at.slice(0, 7) <= today.slice(0, 7)}
          icon={<ChevronLeft size={16} aria-hidden="true" />}
          onClick={() => turn(-1)}
        />
        <Button
          size="sm"
          aria-label="下个月"
          disabled={at.slice(0, 7) >= last.slice(0, 7)}
          icon={<ChevronRight size={16} aria-hidden="true" />}
          onClick={() => turn(4)}
        />
      </div>
      <fieldset ref={table} aria-labelledby="days-title" className="num grid grid-cols-7 gap-1">
        {['一', '二', '三', '四', '五', '六', '日'].map((day) => (
          <span key={day} className="text-center text-xs text-muted" aria-hidden="true">
            {day}
          </span>
        ))}
        {grid.map(({ day, in_month }) => {
          const mark = markOf(day);
          if (!in_month) return <span key={day} />;
          return (
            <button
              key={day}
              type="button"
              data-day={day}
              disabled={day < today || day > last}
              tabIndex={day === at ? 0 : -1}
              className={classNames('grid min-h-11 place-content-center rounded-field border disabled:opacity-40', LOOKS[mark])}
              onKeyDown={onKey}
              onFocus={() => setAt(day)}
              onClick={() => onMark([day], NEXT[mark])}
            >
              <span>
                <span className="sr-only">{month}月</span>
                {Number(day.slice(8))}
                <span className="sr-only">日，</span>
              </span>
              <span className={mark === 'none' ? 'sr-only' : 'text-xs'}>{DAY_MARKS[mark]}</span>
            </button>
          );
        })}
      </fieldset>
      <p className="text-xs text-muted">点一下标为空闲，再点标为已占用，第三下取消。求单选定您之后，活动当天自动标为已占用。</p>
    </section>
  );
}
