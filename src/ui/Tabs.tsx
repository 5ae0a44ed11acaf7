import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useShownInRow } from './use-shown-in-row.ts';

export interface TabsProps<K extends string> {
  label: string;
  tabs: Array<{ key: K; title: string }>;
  current: K;
  onChange: (key: K) => void;
  /** What stands at the end of their row. */
  aside?: ReactNode;
  /** Panel of the current tab. */
  children: ReactNode;
}

/** Tabs by the ARIA pattern: arrows, Home and End move and choose, Tab goes on into the panel. */
export function Tabs<K extends string>({ label, tabs, current, onChange, aside, children }: TabsProps<K>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useShownInRow(list, '[aria-selected=true]', current);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === current);
    const last = tabs.length - 1;
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next as number]?.focus();
  };
  const row = (
    <div ref={list} role="tablist" aria-label={label} className="tabs tabs-border scroll-row -ml-3 flex-nowrap" onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          id={`${id}-${tab.key}`}
          type="button"
          role="tab"
          aria-selected={tab.key === current}
          aria-controls={`${id}-panel`}
          tabIndex={tab.key === current ? 0 : -1}
          className={tab.key === current ? 'tab tab-active shrink-0 font-semibold text-primary!' : 'tab shrink-0 text-muted!'}
          onClick={() => onChange(tab.key)}
        >
          {tab.title}
        </button>
      ))}
    </div>
  );
  return (
    <>
      {aside ? (
        <div className="flex items-center justify-between gap-4">
          <div className="min-w-0">{row}</div>
          {aside}
        </div>
      ) : (
        row
      )}
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`} className="pt-4">
        {children}
      </div>
    </>
  );
}
