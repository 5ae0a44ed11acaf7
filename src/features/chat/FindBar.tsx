import { useStore } from '@nanostores/react';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { isComposing } from '#client/is-composing.ts';
import { Button } from '#ui/Button.tsx';
import type { Find } from './find.store.ts';

/** Looks for words in the open conversation: Enter and arrow up lead to earlier places, Shift and Enter or arrow down to later ones. */
export function FindBar({ find, last_seq }: { find: Find; last_seq: number }) {
  const { q, seqs, more, at, busy, wrong } = useStore(find.$state);
  const [words, setWords] = useState('');
  // numbers rise with whatever is said or taken back
  useEffect(() => void (last_seq > 0 && find.actions.again()), [find, last_seq]);
  const close = () => {
    find.actions.close();
    const field = document.querySelector<HTMLElement>('[data-chat-field]') ?? document.querySelector<HTMLElement>('[data-chat-title]');
    field?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const by = event.key === 'ArrowUp' || (event.key === 'Enter' && !event.shiftKey) ? 1 : -1;
    if (event.key === 'Escape') close();
    else if (['ArrowUp', 'ArrowDown', 'Enter'].includes(event.key)) void find.actions.go(words, by);
    else return;
    event.preventDefault();
  };
  const said =
    q === '' || q !== words.trim() ? '' : seqs.length === 0 ? '没有找到' : `第 ${at + 1} 处，共 ${seqs.length}${more ? '+' : ''} 处`;
  return (
    <search className="flex flex-wrap items-center gap-1 border-b border-line px-3 py-2">
      <input
        type="search"
        className="input min-w-0 flex-1"
        aria-label="在会话里查找"
        placeholder="查找消息里的文字"
        maxLength={50}
        // biome-ignore lint/a11y/noAutofocus: it was opened to be written in
        autoFocus
        data-chat-find
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={press}
      />
      <Button look="ghost" className="btn-square" aria-label="上一处（更早）" busy={busy} onClick={() => void find.actions.go(words, 1)}>
        <ChevronUp size={18} aria-hidden="true" />
      </Button>
      <Button look="ghost" className="btn-square" aria-label="下一处（更新）" busy={busy} onClick={() => void find.actions.go(words, -1)}>
        <ChevronDown size={18} aria-hidden="true" />
      </Button>
      <Button look="ghost" className="btn-square" aria-label="结束查找" onClick={close}>
        <X size={18} aria-hidden="true" />
      </Button>
      <p className="num w-full text-xs text-muted empty:hidden" role="status">
        {wrong || said}
      </p>
    </search>
  );
}
