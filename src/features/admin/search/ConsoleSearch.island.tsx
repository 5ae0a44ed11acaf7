import { useStore } from '@nanostores/react';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { isPlainKey } from '#kit/console/plain-key.ts';
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
      const wants_search = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (wants_search) open('search');
      else if (!isPlainKey(event)) return;
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

/** What keys do, and where they do it: what the screen does not hold is not promised. */
const KEYS: ReadonlyArray<readonly [keys: string, what: string, where?: string]> = [
  ['Ctrl K 或 ⌘ K', '在所有列表与页面中查找'],
  ['/', '搜索当前列表', '[data-list-search]'],
  ['/', '在所有列表与页面中查找', 'body:not(:has([data-list-search]))'],
  ['j，k', '移到下一行、上一行', '.staff-table tr[tabindex]'],
  ['↓，↑', '从所在的行移到下一行、上一行', '.staff-table tr[tabindex]'],
  ['回车', '打开所在的行', '.staff-table tr[tabindex] a'],
  ['x', '选择或取消所在的行', '.staff-table tr[tabindex] input'],
  ['j，k', '看下一项、上一项', '.desk-queue'],
  ['回车', '进入所在的一项', '.desk-queue'],
];

/** What keys the screen knows that is open: those of its lists, and of its buttons by what these say. */
export function keysOf(screen: ParentNode): Array<readonly [keys: string, what: string]> {
  const buttons = [...screen.querySelectorAll('button[aria-keyshortcuts]:not([aria-keyshortcuts*="+"])')].map(
    (button) => [button.getAttribute('aria-keyshortcuts') ?? '', button.textContent ?? ''] as const,
  );
  const here = KEYS.filter(([, , where]) => where === undefined || screen.querySelector(where) !== null);
  return [...here.map(([keys, what]) => [keys, what] as const), ...buttons, ['Esc', '关闭对话框'], ['?', '显示这些按键']];
}

function KeysHelp() {
  const [keys] = useState(() => keysOf(document));
  return (
    <dl className="named-facts grid gap-x-4 gap-y-2">
      {keys.map(([key, what]) => (
        <div key={key + what} className="contents">
          <dt className="num font-semibold">{key}</dt>
          <dd className="text-muted">{what}</dd>
        </div>
      ))}
    </dl>
  );
}
