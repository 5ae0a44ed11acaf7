import { Download, Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { SelectBox } from '#ui/Select.tsx';
import type { OrderKind } from './order-kind.ts';
import { type OrderFilters as Filters, NO_FILTER } from './orders.store.ts';

interface Props {
  kind: OrderKind;
  filters: Filters;
  /** What can be bought beside items. */
  subjects: ReadonlyArray<{ name: string; title: string }>;
  saving: boolean;
  onFilter(filters: Filters): void;
  onSave(): void;
}

/** Words, days and, where rows are of many sorts, the sort. Words wait for the button; the rest takes effect at once. */
export function OrderFilters({ kind, filters, subjects, saving, onFilter, onSave }: Props) {
  const [q, setQ] = useState(filters.q);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFilter({ ...filters, q: q.trim() });
  };
  const sorts = [
    ...(kind.kinds ?? []).map(({ code, noun }) => ({ value: `k${code}`, title: noun })),
    ...subjects.map(({ name, title }) => ({ value: name, title })),
  ];
  const day = (name: 'from' | 'to', label: string) => (
    <label className="flex items-center gap-1 text-xs text-muted max-sm:min-w-0 max-sm:flex-1 max-sm:basis-32">
      {label}
      <input
        type="date"
        className="input input-sm w-full min-w-0 sm:w-36"
        value={filters[name]}
        onChange={(event) => onFilter({ ...filters, [name]: event.target.value })}
      />
    </label>
  );
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2" aria-label="筛选订单">
      <form className="flex gap-2 max-sm:w-full" onSubmit={submit}>
        <input
          type="search"
          className="input input-sm w-full sm:w-48"
          aria-label="标题或订单号"
          placeholder="标题或订单号"
          maxLength={60}
          value={q}
          onChange={(event) => {
            setQ(event.target.value);
            if (event.target.value === '' && filters.q !== '') onFilter({ ...filters, q: '' });
          }}
        />
        <button type="submit" className="btn btn-outline btn-sm border-line" aria-label="搜索">
          <Search size={16} aria-hidden="true" />
        </button>
      </form>
      {kind.code === 0 && kind.subject === undefined && sorts.length > 1 && (
        <SelectBox
          className="select select-sm w-full sm:w-auto"
          aria-label="类型"
          value={filters.sort}
          onValue={(chosen) => onFilter({ ...filters, sort: chosen })}
          none="全部类型"
          options={sorts.map(({ value, title }) => [value, title])}
        />
      )}
      {day('from', '从')}
      {day('to', '到')}
      {Object.values(filters).some((value) => value !== '') && (
        <Button
          size="sm"
          look="ghost"
          onClick={() => {
            setQ('');
            onFilter(NO_FILTER);
          }}
        >
          清空
        </Button>
      )}
      <Button size="sm" className="sm:ml-auto" busy={saving} icon={<Download size={16} aria-hidden="true" />} onClick={onSave}>
        导出 CSV
      </Button>
    </search>
  );
}
