import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { followAddress, pushAddress, replaceAddress } from '#client/address.ts';
import { ApiError } from '#client/api-error.ts';
import { askSession, type Session } from '#client/session.ts';
import { useOwnSession } from '#client/use-session.ts';
import { CHAT_SUBJECTS, type ChatSubjectKind, chatPath } from '#contract/chat.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Empty } from '#ui/Empty.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ConversationList } from './ConversationList.tsx';
import { createChats } from './chats.store.ts';
import { createPhrases } from './phrases.store.ts';
import { TalkView } from './TalkView.tsx';

/** /receiveOrder/chat: the list beside the talk; on a phone one of both. */
export default function ChatIsland() {
  const session = useOwnSession();
  const was_signed_in = useRef(false);
  was_signed_in.current ||= session !== null;
  if (session) return <Chat key={session.user.id} session={session} />;
  if (!was_signed_in.current) return <Skeleton rows={6} row_class="h-16" label="正在读取会话" />;
  return (
    <div className="panel">
      <Empty title="已退出登录" hint="重新登录后可以继续沟通。">
        <Button look="primary" onClick={() => void askSession('登录后继续沟通')}>
          登录
        </Button>
      </Empty>
    </div>
  );
}

/** `id`: a conversation, `at` one of its messages; `ask` and `of`: what to talk about, from a page that offers it. */
function wish(): { id: number | null; at: number; ask: { kind: ChatSubjectKind; id: number; other_id: number } | null } {
  const query = new URLSearchParams(location.search);
  const kind = query.get('ask') as ChatSubjectKind;
  const of = Number(query.get('of'));
  const id = Number(query.get('id'));
  return {
    id: id > 0 ? id : null,
    at: Number(query.get('at')) || 0,
    ask: CHAT_SUBJECTS.includes(kind) && of > 0 ? { kind, id: of, other_id: Number(query.get('with')) || 0 } : null,
  };
}

function Chat({ session }: { session: Session }) {
  const [chats] = useState(() => createChats({ me: session.user.id }));
  const [phrases] = useState(createPhrases);
  const { list, talk, opened: times } = useStore(chats.$state);
  const [refused, setRefused] = useState('');
  useEffect(() => chats.actions.begin(), [chats]);
  useEffect(() => {
    const follow = () => {
      const { id, at, ask } = wish();
      if (!ask) return chats.actions.select(id, at);
      chats.actions.ask(ask).then(
        (opened) => replaceAddress(chatPath(opened)),
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          setRefused(error.msg);
        },
      );
    };
    follow();
    return followAddress(follow);
  }, [chats]);
  const go = (id: number | null, at?: number) => {
    setRefused('');
    if (talk?.id === id && at === undefined) return;
    pushAddress(id === null ? chatPath() : chatPath(id, at));
    chats.actions.select(id, at);
  };
  return (
    <div className="chat-frame">
      <div className={classNames('chat-list', talk && 'max-md:hidden')}>
        <ConversationList chats={chats} onOpen={go} />
      </div>
      <section className={classNames('chat-talk', !talk && 'max-md:hidden')} aria-label="会话">
        {talk ? (
          <TalkView key={times} talk={talk} phrases={phrases} me={session.user.id} onBack={() => go(null)} />
        ) : (
          <Empty
            title={refused || (list.length > 0 ? '选择一个会话' : '从一件作品或一个需求说起')}
            hint="在作品、需求、职位和店铺页面点“发消息”，就能和对方直接沟通。"
          />
        )}
      </section>
    </div>
  );
}
