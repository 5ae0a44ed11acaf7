import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import type { CenterKind } from './ItemRow.tsx';

/** Kinds of which there is something, with their numbers. */
export function KindTabs(props: {
  kinds: readonly CenterKind[];
  counts: Readonly<Record<string, number>> | undefined;
  current: string;
  onKind: (key: string) => void;
}) {
  const { kinds, counts, current, onKind } = props;
  const all = counts ? Object.values(counts).reduce((sum, n) => sum + n, 0) : null;
  const shown = kinds.filter(({ key }) => key === current || (counts?.[key] ?? 0) > 0);
  return (
    <fieldset className="flex flex-wrap gap-1" aria-label="内容类型">
      {[{ key: '', noun: '全部', n: all }, ...shown.map(({ key, noun }) => ({ key, noun, n: counts?.[key] ?? 0 }))].map(
        ({ key, noun, n }) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === current}
            className={classNames(
              'num rounded-full px-3 py-1',
              key === current ? 'bg-tint font-semibold text-primary' : 'text-muted hover:bg-ground',
            )}
            onClick={() => onKind(key)}
          >
            {n === null ? noun : `${noun} ${n}`}
          </button>
        ),
      )}
    </fieldset>
  );
}

/** Looks for words in the reader's own things; empty words show everything again. */
export function OwnSearch({ label, q, onSearch }: { label: string; q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q);
  const [before, setBefore] = useState(q);
  // the address may bring other words than were typed
  if (q !== before) {
    setBefore(q);
    setText(q);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <search>
      <form className="flex gap-2" onSubmit={submit}>
        <input
          type="search"
          className="input w-full sm:w-60"
          aria-label={label}
          placeholder={label}
          maxLength={60}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            if (event.target.value === '') onSearch('');
          }}
        />
        <button type="submit" className="btn btn-outline border-line" aria-label="搜索">
          <Search size={16} aria-hidden="true" />
        </button>
      </form>
    </search>
  );
}
