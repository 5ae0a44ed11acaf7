import { useStore } from '@nanostores/react';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { createConsoleSearch, type JumpScreen } from './console-search.store.ts';
import { SearchPanel } from './SearchPanel.tsx';

/** On every screen: the search over everything (Ctrl or Cmd and K, and / where no list has its own), and what keys there are (?). */
export default function ConsoleSearchIsland({ screens }: { screens: readonly JumpScreen[] }) {
  const [store] = useState(() => createConsoleSearch());
  const state = useStore(store.$state);
  const session = useSession();
  const roles = session?.user.roles ?? [];
  const { open, close } = store.actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      const wants_search = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (wants_search) open('search');
      else if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      else if (event.key === '/' && !document.querySelector('[data-list-search]')) open('search');
      else if (event.key === '?') open('keys');
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
  if (roles.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className="btn btn-sm btn-outline border-line w-full justify-start font-normal text-muted"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => open('search')}
      >
        <Search size={16} aria-hidden="true" />
        查找
        <span className="num ml-auto text-xs max-lg:hidden">Ctrl K</span>
      </button>
      <Dialog open={state.open === 'search'} title="查找" width={640} onClose={close}>
        <SearchPanel screens={screens} roles={roles} state={state} store={store} />
      </Dialog>
      <Dialog open={state.open === 'keys'} title="键盘" width={480} onClose={close}>
        <KeysHelp />
      </Dialog>
    </>
  );
}

const KEYS: ReadonlyArray<readonly [keys: string, what: string]> = [
  ['Ctrl K 或 ⌘ K', '在所有列表与页面中查找'],
  ['/', '搜索当前列表；没有列表时查找全部'],
  ['↓ 或 j，↑ 或 k', '列表中上下移动'],
  ['回车', '打开所在的行'],
  ['x', '选择或取消所在的行'],
  ['Esc', '关闭对话框'],
  ['?', '显示这些按键'],
];

/** What keys the console knows. */
function KeysHelp() {
  return (
    <dl className="named-facts grid gap-x-4 gap-y-2">
      {KEYS.map(([keys, what]) => (
        <div key={keys} className="contents">
          <dt className="num font-semibold">{keys}</dt>
          <dd className="text-muted">{what}</dd>
        </div>
      ))}
    </dl>
  );
}
