import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { monthGrid } from '#contract/signin.ts';
import { type BoardCard, type DayMark, dayOf, marksByDay, type PlannerEntry } from '#contract/workbench.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';

interface CalendarProps {
  cards: readonly BoardCard[];
  /** YYYY-M */
  month: string;
  now_s: number;
  onTurn(months: number): void;
  /** A new entry on this day; unix seconds of nine in the morning in Shanghai. */
  onAdd(at_s: number): void;
  onEdit(entry: PlannerEntry): void;
}

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];
const nine = (day: string): number => Date.parse(`${day}T09:00:00+08:00`) / 1_000;
const nameOf = (day: string): string => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;

/** A month as a table on a desk, and as a list of the days that hold something on a phone. */
export function Calendar({ cards, month, now_s, onTurn, onAdd, onEdit }: CalendarProps) {
  const grid = monthGrid(month);
  const marks = marksByDay(cards);
  const today = dayOf(now_s);
  const [year, number] = month.split('-');
  const weeks = Array.from({ length: 6 }, (_, at) => grid.slice(at * 7, at * 7 + 7));
  const busy = grid.filter(({ day, in_month }) => in_month && marks.has(day));
  return (
    <section className="panel mt-4 p-4" aria-labelledby="month-title">
      <div className="mb-3 flex items-center gap-2">
        <h2 id="month-title" className="num mr-auto text-base font-semibold" aria-live="polite">
          {year} 年 {number} 月
        </h2>
        <Button size="sm" aria-label="上个月" icon={<ChevronLeft size={16} aria-hidden="true" />} onClick={() => onTurn(-1)} />
        <Button size="sm" aria-label="下个月" icon={<ChevronRight size={16} aria-hidden="true" />} onClick={() => onTurn(1)} />
      </div>
      <table className="w-full table-fixed border-collapse max-lg:hidden">
        <caption className="sr-only">
          {year} 年 {number} 月的日程
        </caption>
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col" className="pb-2 text-left text-xs font-normal text-muted">
                周{day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.day}>
              {week.map(({ day, in_month }) => (
                <td key={day} className={classNames('group h-24 border border-line p-1 align-top', !in_month && 'bg-ground')}>
                  <p className="flex items-center justify-between">
                    <time
                      dateTime={day}
                      aria-current={day === today ? 'date' : undefined}
                      className={classNames(
                        'num px-1 text-xs',
                        day === today ? 'rounded-full bg-primary font-semibold text-primary-content' : 'text-muted',
                      )}
                    >
                      {Number(day.slice(8))}
                    </time>
                    <button
                      type="button"
                      className="btn btn-ghost btn-xs btn-square opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
                      aria-label={`${nameOf(day)}新建待办`}
                      onClick={() => onAdd(nine(day))}
                    >
                      <Plus size={12} aria-hidden="true" />
                    </button>
                  </p>
                  <Marks marks={marks.get(day) ?? []} onEdit={onEdit} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line lg:hidden">
        {busy.map(({ day }) => (
          <li key={day} className="flex gap-3 py-3">
            <time dateTime={day} className={classNames('num w-16 shrink-0', day === today && 'font-semibold text-primary')}>
              {nameOf(day)}
            </time>
            <Marks marks={marks.get(day) ?? []} onEdit={onEdit} />
          </li>
        ))}
        {busy.length === 0 && <li className="py-3 text-muted">这个月还没有日程</li>}
      </ul>
    </section>
  );
}

function Marks({ marks, onEdit }: { marks: readonly DayMark[]; onEdit(entry: PlannerEntry): void }) {
  return (
    <ul className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1">
      {marks.map(({ card, ends }) => {
        const look = 'block w-full truncate rounded-sm bg-tint px-1.5 py-0.5 text-left text-xs hover:text-primary';
        const text = `${ends ? '截止：' : ''}${card.title}`;
        const { planner } = card;
        return (
          <li key={`${card.key}${ends}`}>
            {planner ? (
              <button type="button" className={look} title={text} onClick={() => onEdit(planner)}>
                {text}
              </button>
            ) : (
              <a className={look} title={text} href={card.path}>
                {text}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
