import { useId, useState } from 'react';
import { isComposing } from '#client/is-composing.ts';
import { toastError } from '#client/toast.ts';
import { type ListFacts, type ListFilter, VIEW_NAME_MAX } from '#contract/admin.ts';
import { Ask } from '#kit/console/Ask.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Field } from '#ui/Field.tsx';
import { SelectBox } from '#ui/Select.tsx';
import type { ListState, StaffListStore } from './list.store.ts';

interface Props {
  facts: ListFacts;
  state: ListState;
  store: StaffListStore;
}

/** Search, filters, order, columns, saved views, export. Everything it changes is the address. */
export function FilterBar({ facts, state, store }: Props) {
  const params = new URLSearchParams(state.address.query);
  const id = useId();
  const [open, setOpen] = useState(false);
  const narrowed = facts.filters.filter(({ key }) => params.has(key)).length;
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState('');
  return (
    <div className="panel grid gap-3 p-3">
      <div className="flex flex-wrap items-center gap-2">
        {facts.search && <Search key={params.get('q') ?? ''} hint={facts.search} value={params.get('q') ?? ''} store={store} />}
        {/* on a phone the rows come before what narrows them */}
        <Button size="sm" className="sm:hidden" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          筛选{narrowed > 0 && ` ${narrowed}`}
        </Button>
        <span className="ml-auto flex gap-2">
          <Columns facts={facts} state={state} store={store} />
          {facts.can_export &&
            (['csv', 'xlsx'] as const).map((form) => (
              <Button
                key={form}
                size="sm"
                busy={state.exporting}
                onClick={async () => {
                  const wrong = await store.actions.exportAs(form);
                  if (wrong) toastError(wrong);
                }}
              >
                <span className="max-sm:hidden">导出 </span>
                {form.toUpperCase()}
              </Button>
            ))}
        </span>
      </div>
      {(facts.filters.length > 0 || facts.orders.length > 1) && (
        <div id={id} className={classNames('flex flex-wrap items-center gap-x-3 gap-y-2', !open && 'max-sm:hidden')}>
          {facts.filters.map((filter) => (
            <Filter
              key={`${filter.key}=${params.get(filter.key) ?? ''}`}
              filter={filter}
              value={params.get(filter.key) ?? ''}
              onChange={(value) => store.actions.filter(filter.key, value)}
            />
          ))}
          {facts.orders.length > 1 && (
            <label className="flex items-center gap-2 text-xs text-muted">
              排序
              <SelectBox
                className="select select-sm w-auto"
                value={params.get('order') ?? facts.orders[0]?.key}
                onValue={(chosen) => store.actions.filter('order', chosen === facts.orders[0]?.key ? '' : chosen)}
                options={facts.orders.map(({ key, title }) => [key, title])}
              />
            </label>
          )}
        </div>
      )}
      {(facts.views.length > 0 || state.address.query !== '') && (
        <div className="flex flex-wrap items-center gap-2">
          {facts.views.map((view) => (
            <span key={view.id} className="join">
              <button
                type="button"
                className="btn btn-xs join-item"
                onClick={() => store.actions.go(view.query === '' ? '' : `?${view.query}`)}
              >
                {view.name}
              </button>
              <button
                type="button"
                className="btn btn-xs join-item"
                aria-label={`删除视图 ${view.name}`}
                onClick={() => void store.actions.dropView(view)}
              >
                ×
              </button>
            </span>
          ))}
          {state.address.query !== '' && (
            <>
              <Button size="sm" look="ghost" onClick={() => store.actions.go('')}>
                清空条件
              </Button>
              <Button size="sm" look="ghost" onClick={() => setNaming(true)}>
                保存视图
              </Button>
            </>
          )}
        </div>
      )}
      {naming && (
        <Ask
          title="保存视图"
          verb="保存"
          needs_reason={false}
          about="当前的筛选、搜索与排序会以这个名称保存，只有您自己看得到。"
          fields={<Field label="名称" required maxLength={VIEW_NAME_MAX} value={name} onValue={setName} />}
          onClose={() => setNaming(false)}
          onDo={() => store.actions.saveView(name)}
        />
      )}
    </div>
  );
}

function Search({ hint, value, store }: { hint: string; value: string; store: StaffListStore }) {
  return (
    <form
      className="filter-word grow"
      onSubmit={(event) => {
        event.preventDefault();
        store.actions.filter('q', String(new FormData(event.currentTarget).get('q') ?? ''));
      }}
    >
      <label>
        <span className="sr-only">搜索</span>
        <input
          type="search"
          name="q"
          data-list-search
          className="input input-sm w-full"
          placeholder={hint}
          defaultValue={value}
          maxLength={100}
        />
      </label>
    </form>
  );
}

interface FilterProps {
  filter: ListFilter;
  value: string;
  onChange(value: string): void;
}

function Filter({ filter, value, onChange }: FilterProps) {
  const { title, kind, options = [] } = filter;
  if (kind === 'choice') {
    return (
      <label className="flex items-center gap-2 text-xs text-muted">
        {title}
        <SelectBox
          className="select select-sm w-auto"
          value={value}
          onValue={onChange}
          none="全部"
          options={options.map((option) => [option.value, option.title])}
        />
      </label>
    );
  }
  const type = kind === 'day' ? 'date' : 'text';
  return (
    <label className="flex items-center gap-2 text-xs text-muted">
      {title}
      <input
        type={type}
        inputMode={kind === 'number' ? 'numeric' : undefined}
        className={classNames('input input-sm', kind === 'number' ? 'w-24' : 'w-36')}
        placeholder={kind === 'person' ? '编号或昵称' : undefined}
        defaultValue={value}
        maxLength={60}
        onChange={(event) => kind === 'day' && onChange(event.target.value)}
        onBlur={(event) => kind !== 'day' && event.target.value.trim() !== value && onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && onChange(event.currentTarget.value)}
      />
    </label>
  );
}

function Columns({ facts, state, store }: Props) {
  const chosen = state.address.columns;
  const shown = (key: string, by_default: boolean) => (chosen.length > 0 ? chosen.includes(key) : by_default);
  const now = facts.columns.filter((column) => shown(column.key, column.shown)).map(({ key }) => key);
  return (
    <details className="relative">
      <summary className="btn btn-outline btn-sm border-line">列</summary>
      <div className="panel column-menu absolute z-20 mt-1 grid gap-1 p-3 shadow-lift">
        {facts.columns.map(({ key, title, shown: by_default }) => (
          <label key={key} className="flex items-center gap-2">
            <input
              type="checkbox"
              className="checkbox checkbox-sm"
              checked={shown(key, by_default)}
              disabled={now.length === 1 && now[0] === key}
              onChange={(event) => store.actions.setColumns(event.target.checked ? [...now, key] : now.filter((one) => one !== key))}
            />
            {title}
          </label>
        ))}
      </div>
    </details>
  );
}
