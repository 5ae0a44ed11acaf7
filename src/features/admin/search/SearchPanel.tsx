import { type KeyboardEvent, useRef } from 'react';
import { WORDS_MAX } from '#contract/admin.ts';
import { FormError } from '#ui/FormError.tsx';
import { type ConsoleSearchState, type ConsoleSearchStore, type JumpScreen, jumpsFor } from './console-search.store.ts';

interface Props {
  screens: readonly JumpScreen[];
  roles: readonly string[];
  state: ConsoleSearchState;
  store: ConsoleSearchStore;
}

const OPTION = 'console-link flex w-full items-baseline justify-between gap-3 text-left';

/** One field; Enter opens the first line below it, arrows move through them. */
export function SearchPanel({ screens, roles, state, store }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const jumps = jumpsFor(screens, roles, state.words);
  const words = state.words.trim();
  const asked = state.asked === words && words !== '';
  const hits = state.found.reduce((sum, { hits }) => sum + hits.length, 0);

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const lines = [...(box.current?.querySelectorAll<HTMLElement>('input, [data-line]') ?? [])];
    const next = by && lines[lines.indexOf(event.target as HTMLElement) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between links and buttons, which have their own keys
    <div ref={box} onKeyDown={onKeyDown}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          box.current?.querySelector<HTMLElement>('[data-line]')?.click();
        }}
      >
        <input
          className="input w-full"
          aria-label="查找的内容"
          placeholder="单号、手机号、编号、昵称、标题，或页面的名称"
          maxLength={WORDS_MAX}
          autoComplete="off"
          value={state.words}
          // opened again, the next word replaces the last one
          onFocus={(event) => event.target.select()}
          onChange={(event) => store.actions.type(event.target.value)}
        />
      </form>
      <p role="status" className="min-h-5 py-1 text-xs text-muted">
        {state.busy ? '正在查找' : asked ? (hits === 0 ? `没有找到“${words}”` : `找到 ${hits} 项`) : '回车打开第一行，上下键移动，Esc 关闭'}
      </p>
      {state.failure && <FormError className="mb-2 text-error" failure={state.failure} />}
      <div className="grid gap-3">
        {jumps.length > 0 && (
          <section aria-label="页面">
            <h3 className="text-xs text-muted">页面</h3>
            {jumps.map(({ title, route, group }) => (
              <a key={route} className={OPTION} href={route} data-line>
                {title}
                <span className="text-xs text-muted">{group}</span>
              </a>
            ))}
          </section>
        )}
        {words !== '' && !asked && (
          <button type="button" className={OPTION} data-line disabled={state.busy} onClick={() => void store.actions.search()}>
            <span className="min-w-0 truncate">在所有列表中查找“{words}”</span>
            <span className="shrink-0 text-xs text-muted">记入操作记录</span>
          </button>
        )}
        {state.found.map(({ list, title, hits, all }) => (
          <section key={list} aria-label={title}>
            <h3 className="text-xs text-muted">{title}</h3>
            {hits.map((hit) => (
              <a key={hit.href + hit.title} className={OPTION} href={hit.href} data-line>
                <span className="min-w-0 truncate">{hit.title}</span>
                <span className="min-w-0 truncate text-xs text-muted">{hit.about}</span>
              </a>
            ))}
            {all && (
              <a className={OPTION} href={all} data-line>
                <span className="text-primary">查看全部{title}</span>
              </a>
            )}
          </section>
        ))}
      </div>
    </div>
  );
}
