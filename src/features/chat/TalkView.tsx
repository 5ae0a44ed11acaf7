import { useStore } from '@nanostores/react';
import { Ban, BellOff, ChevronLeft, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { askSure } from '#kit/ask-sure.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Composer } from './Composer.tsx';
import { DropZone } from './DropZone.tsx';
import { FindBar } from './FindBar.tsx';
import { createFind } from './find.store.ts';
import { MessageList } from './MessageList.tsx';
import type { Phrases } from './phrases.store.ts';
import { openPlain } from './screen-calls.ts';
import type { Talk } from './talk.store.ts';
import { voices } from './voice-player.store.ts';

export interface TalkViewProps {
  talk: Talk;
  phrases: Phrases;
  me: number;
  onBack(): void;
}

/** One conversation: whom and what it is about, what was said, and where one writes. */
export function TalkView({ talk, phrases, me, onBack }: TalkViewProps) {
  const state = useStore(talk.$state);
  const { conversation, failure, loading } = state;
  const [busy, setBusy] = useState(false);
  const [find] = useState(() => createFind(talk));
  const { open: finding } = useStore(find.$state);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      const here = document.activeElement;
      // pressed once more inside the field, the browser looks through the page
      if (!here?.closest('.chat-talk') || here.matches('[data-chat-find]')) return;
      event.preventDefault();
      find.actions.open();
      document.querySelector<HTMLElement>('[data-chat-find]')?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [find]);
  useEffect(() => () => voices.actions.stop(), []);
  useEffect(() => {
    document.querySelector<HTMLElement>('[data-chat-title]')?.focus();
  }, []);
  if (failure) {
    const gone = failure.status === 404;
    return (
      <ErrorState
        {...failure}
        {...(gone ? { message: '这个会话不存在，或不属于当前账号' } : {})}
        {...(gone ? {} : { onRetry: () => void talk.actions.open() })}
      />
    );
  }
  const reading = (
    <div className="min-h-0 flex-1 overflow-hidden p-4">
      <Skeleton rows={6} row_class="h-12" label="正在读取消息" />
    </div>
  );
  if (!conversation) return reading;
  const { other, subject } = conversation;
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const block = async () => {
    const blocked = conversation.blocked === 1;
    const sure =
      blocked ||
      (await askSure({ title: `屏蔽 ${other.nickname}`, about: '屏蔽后双方都不能再给对方发消息，可以随时解除。', verb: '屏蔽' }));
    if (sure) await run(() => talk.actions.block(!blocked));
  };
  return (
    <DropZone talk={talk} blocked={conversation.blocked === 1}>
      <header className="flex items-center gap-2 border-b border-line p-3">
        <Button look="ghost" className="btn-square md:hidden" aria-label="回到会话列表" onClick={onBack}>
          <ChevronLeft size={20} aria-hidden="true" />
        </Button>
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-base font-semibold" tabIndex={-1} data-chat-title>
            {other.nickname}
          </h2>
          <p className="truncate text-xs text-muted">
            {subject.noun} ·{' '}
            {subject.path === '' ? (
              subject.title
            ) : (
              <a className="quiet-link underline" href={subject.path}>
                {subject.title}
              </a>
            )}
          </p>
        </div>
        <Button look="ghost" size="sm" aria-expanded={finding} onClick={() => (finding ? find.actions.close() : find.actions.open())}>
          <Search size={16} aria-hidden="true" />
          <span className="max-lg:sr-only">查找</span>
        </Button>
        <Button look="ghost" size="sm" busy={busy} className="max-sm:hidden" onClick={() => void run(() => openPlain(talk.id))}>
          简洁版
        </Button>
        <Button
          look="ghost"
          size="sm"
          busy={busy}
          aria-pressed={conversation.muted === 1}
          onClick={() => void run(() => talk.actions.mute(conversation.muted === 0))}
        >
          <BellOff size={16} aria-hidden="true" />
          <span className="max-sm:sr-only">免打扰</span>
        </Button>
        <Button look="ghost" size="sm" busy={busy} aria-pressed={conversation.blocked === 1} onClick={() => void block()}>
          <Ban size={16} aria-hidden="true" />
          <span className="max-sm:sr-only">{conversation.blocked ? '已屏蔽' : '屏蔽'}</span>
        </Button>
      </header>
      {finding ? <FindBar find={find} last_seq={conversation.last_seq} /> : null}
      {loading === 'first' ? reading : <MessageList talk={talk} state={state} me={me} />}
      <Composer talk={talk} phrases={phrases} blocked={conversation.blocked === 1} me={me} />
    </DropZone>
  );
}
