import { useStore } from '@nanostores/react';
import { BellOff, Search } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { type ChatConversation, type ChatFound, chatLine, chatPath } from '#contract/chat.ts';
import { UNREAD_SHOWN_MOST } from '#contract/unread.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import type { Chats } from './chats.store.ts';
import { Face } from './Face.tsx';
import { searchTalks } from './screen-calls.ts';

export interface ConversationListProps {
  chats: Chats;
  /** `at`: the message to show; absent: the last. */
  onOpen(id: number, at?: number): void;
}

/** The reader's conversations by their last message; found by the other's name, messages by their words. */
export function ConversationList({ chats, onOpen }: ConversationListProps) {
  const { list, next, q, unread, loading, failure, talk } = useStore(chats.$state);
  const [words, setWords] = useState('');
  const [found, setFound] = useState<{ list: ChatFound[]; more: boolean } | null>(null);
  const turn = useRef(0);
  const find = async (text: string) => {
    const mine = ++turn.current;
    chats.actions.find(text);
    const answer = text === '' ? null : await searchTalks(text);
    if (mine === turn.current) setFound(answer);
  };
  const press = (id: number, at?: number) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(id, at);
  };
  return (
    <>
      <form
        className="flex gap-2 border-b border-line p-3"
        onSubmit={(event) => {
          event.preventDefault();
          void find(words.trim());
        }}
      >
        <input
          type="search"
          className="input w-full"
          aria-label="查找会话与消息"
          placeholder="对方名字或消息内容"
          maxLength={30}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            if (event.target.value === '' && q !== '') void find('');
          }}
        />
        <Button type="submit" aria-label="查找">
          <Search size={18} aria-hidden="true" />
        </Button>
      </form>
      {q === '' && (list.length > 0 || unread) ? (
        <Button look="ghost" size="sm" className="m-1 self-start" aria-pressed={unread} onClick={() => chats.actions.showUnread(!unread)}>
          {unread ? '显示全部' : '只看未读'}
        </Button>
      ) : null}
      <nav aria-label="会话列表" className="min-h-0 flex-1 overflow-y-auto">
        {failure ? <ErrorState {...failure} onRetry={() => void chats.actions.load()} /> : null}
        {loading && list.length === 0 ? <Skeleton rows={5} row_class="h-16" label="正在读取会话" /> : null}
        {!loading && !failure && list.length === 0 && !found?.list.length ? (
          <p className="p-6 text-center text-muted">
            {unread && q === '' ? '没有未读的会话' : q === '' ? '还没有会话' : '没有找到。换个名字或词试试，只在您自己的会话里查找。'}
            {q === '' && !unread && <span className="md:hidden">，在作品、需求、职位和店铺页面点“发消息”开始。</span>}
          </p>
        ) : null}
        <ul>
          {list.map((one) => (
            <li key={one.id}>
              <a
                href={chatPath(one.id)}
                className={classNames('chat-entry', talk?.id === one.id && 'bg-tint')}
                aria-current={talk?.id === one.id ? 'page' : undefined}
                onClick={press(one.id)}
              >
                <Entry one={one} />
              </a>
            </li>
          ))}
        </ul>
        {next !== '' && q === '' ? (
          <p className="p-3 text-center">
            <Button size="sm" busy={loading} onClick={() => void chats.actions.load(true)}>
              更早的会话
            </Button>
          </p>
        ) : null}
        {found && found.list.length > 0 ? (
          <section aria-label="找到的消息">
            <h2 className="px-4 pt-4 pb-1 text-xs font-semibold text-muted">消息</h2>
            <ul>
              {found.list.map(({ conversation, message }) => (
                <li key={`${conversation.id}:${message.seq}`}>
                  <a href={chatPath(conversation.id, message.seq)} className="chat-entry" onClick={press(conversation.id, message.seq)}>
                    <Face src={conversation.other.headimgurl} name={conversation.other.nickname} />
                    <span className="min-w-0 flex-1">
                      <span className="flex justify-between gap-2">
                        <span className="truncate font-semibold">{conversation.other.nickname}</span>
                        <span className="num shrink-0 text-xs text-muted">{timeText(message.time)}</span>
                      </span>
                      <span className="line-clamp-2 text-sm text-muted">{chatLine(message)}</span>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
            {found.more ? <p className="p-3 text-center text-xs text-muted">只显示最近的 20 条，请换更具体的词</p> : null}
          </section>
        ) : null}
      </nav>
    </>
  );
}

function Entry({ one }: { one: ChatConversation }) {
  const { other, subject, unread } = one;
  return (
    <>
      <Face src={other.headimgurl} name={other.nickname} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate font-semibold">{other.nickname}</span>
          <span className="num shrink-0 text-xs text-muted">{one.last_time > 0 ? timeText(one.last_time) : ''}</span>
        </span>
        <span className="block truncate text-xs text-muted">
          {subject.noun} · {subject.title}
        </span>
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-sm">{one.last_text}</span>
          {one.muted ? <BellOff size={14} className="shrink-0 text-muted" aria-label="免打扰" role="img" /> : null}
          {unread > 0 ? (
            <span className={classNames('chat-unread num', one.muted === 1 && 'bg-muted!')}>
              {unread > UNREAD_SHOWN_MOST ? `${UNREAD_SHOWN_MOST}+` : unread}
              <span className="sr-only">条未读</span>
            </span>
          ) : null}
        </span>
      </span>
    </>
  );
}
