import { useRef } from 'react';
import { classNames } from './class-names.ts';
import { useShownInRow } from './use-shown-in-row.ts';

export interface ChipsProps<K extends string> {
  label: string;
  chips: ReadonlyArray<{ key: K; title: string }>;
  current: K;
  onChoose: (key: K) => void;
}

/** One of a few narrowings of a list. On a phone the row is moved sideways. */
export function Chips<K extends string>({ label, chips, current, onChoose }: ChipsProps<K>) {
  const row = useRef<HTMLFieldSetElement>(null);
  useShownInRow(row, '[aria-pressed=true]', current);
  return (
    <fieldset ref={row} className="scroll-row flex min-w-0 gap-1 sm:flex-wrap" aria-label={label}>
      {chips.map(({ key, title }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === current}
          className={classNames(
            'num shrink-0 rounded-full px-3 py-1',
            key === current ? 'bg-tint font-semibold text-primary' : 'text-muted hover:bg-ground',
          )}
          onClick={() => onChoose(key)}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}
