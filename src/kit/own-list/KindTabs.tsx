import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Chips } from '#ui/Chips.tsx';

/** Kinds of which there is something, with their numbers. */
export function KindTabs(props: {
  kinds: ReadonlyArray<{ key: string; noun: string }>;
  counts: Readonly<Record<string, number>> | undefined;
  /** What stands beside the kinds: some of all of them. */
  beside?: { key: string; noun: string; n: number };
  current: string;
  onKind: (key: string) => void;
}) {
  const { kinds, counts, beside, current, onKind } = props;
  const all = counts ? Object.values(counts).reduce((sum, n) => sum + n, 0) : null;
  const shown = kinds.filter(({ key }) => key === current || (counts?.[key] ?? 0) > 0);
  const chips = [{ key: '', noun: '全部', n: all }, ...shown.map(({ key, noun }) => ({ key, noun, n: counts?.[key] ?? 0 }))];
  if (beside && (beside.n > 0 || beside.key === current)) chips.push(beside);
  return (
    <Chips
      label="内容类型"
      chips={chips.map(({ key, noun, n }) => ({ key, title: n === null ? noun : `${noun} ${n}` }))}
      current={current}
      onChoose={onKind}
    />
  );
}

/** Looks for words in the reader's own items; empty words show everything again. */
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
