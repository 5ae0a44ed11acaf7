import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { PickedItem } from '#contract/publish.ts';
import { FieldShell } from '#ui/Field.tsx';
import { createItemPicker } from './item-picker.store.ts';

export interface ItemPickerProps {
  label: string;
  error: string;
  hint?: string | undefined;
  required: boolean;
  /** Key of a kind. */
  kind: string;
  value: number | null;
  onChange(id: number | null): void;
}

/** Chooses one item of a kind: own ones and published ones, found by their words. */
export function ItemPicker({ label, error, hint, required, kind, value, onChange }: ItemPickerProps) {
  const [{ $state, actions }] = useState(() => createItemPicker({ kind }));
  const { chosen, words, found } = useStore($state);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => void actions.show(value), [actions, value]);

  const choose = (item: PickedItem) => {
    actions.choose(item);
    onChange(item.id);
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <FieldShell label={label} error={error} hint={hint} required={required}>
      {(control) =>
        value !== null ? (
          <div className="flex min-h-11 items-center gap-3 rounded-field px-3 py-1 framed">
            <span className="min-w-0 flex-1 truncate">{chosen?.id === value ? chosen.title : '正在读取'}</span>
            <button {...control} ref={button} type="button" className="btn btn-ghost btn-sm" onClick={() => onChange(null)}>
              换一个
            </button>
          </div>
        ) : (
          <div className="grid grid-cols-1 gap-1">
            <input
              {...control}
              type="search"
              className="input w-full"
              placeholder="输入标题里的词"
              maxLength={40}
              value={words}
              onChange={(event) => actions.type(event.target.value)}
            />
            <ul className="grid max-h-60 grid-cols-1 gap-1 overflow-y-auto" aria-label={`可选的${label}`} aria-live="polite">
              {found?.list.map((item) => (
                <li key={item.id}>
                  <button
                    type="button"
                    className="flex w-full items-center gap-2 rounded-field px-2 py-1 text-left hover:bg-tint"
                    onClick={() => choose(item)}
                  >
                    {item.cover_src && <img src={item.cover_src} alt="" className="h-9 w-14 shrink-0 rounded-field object-cover" />}
                    <span className="min-w-0 flex-1 truncate">{item.title}</span>
                    {item.own && <span className="shrink-0 text-xs text-muted">我的</span>}
                  </button>
                </li>
              ))}
            </ul>
            {found?.list.length === 0 && (
              <p role="status" className="text-xs text-muted">
                {found.of === '' ? '还没有可选的内容，输入标题里的词查找' : '没有找到，请换一个词'}
              </p>
            )}
          </div>
        )
      }
    </FieldShell>
  );
}
