import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';

interface StaffTableProps {
  label: string;
  heads: readonly string[];
  /** Every column but the first counts something. */
  figures?: boolean;
  className?: string;
  children: ReactNode;
}

/** A table of a screen of the console; `children` are its rows. */
export function StaffTable({ label, heads, figures = false, className, children }: StaffTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the table is wider than the screen, and keys must be able to move it
    <section className={classNames('overflow-x-auto', className)} tabIndex={0} aria-label={`${label}（可左右移动）`}>
      <table className={classNames('staff-table', figures && 'staff-figures')} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

interface RangesProps<Days extends number> {
  of: readonly Days[];
  chosen: number;
  onChoose(days: Days): void;
}

/** Of how many days a screen shows its figures. */
export function Ranges<Days extends number>({ of, chosen, onChoose }: RangesProps<Days>) {
  return (
    <fieldset className="flex gap-1" aria-label="时间范围">
      {of.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === chosen}
          className={classNames(
            'num rounded-full px-3 py-1',
            days === chosen ? 'bg-tint font-semibold text-primary' : 'text-muted hover:bg-ground',
          )}
          onClick={() => onChoose(days)}
        >
          近 {days} 天
        </button>
      ))}
    </fieldset>
  );
}
