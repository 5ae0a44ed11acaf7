import { FileText, IdCard, MoreHorizontal } from 'lucide-react';
import type { MouseEvent } from 'react';
import { CHAT_REACTION_TEXTS, CHAT_RECALL_S, type ChatMessage, type ChatQuote, chatPath } from '#contract/chat.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { sizeText } from '#ui/size-text.ts';
import { Face } from './Face.tsx';
import { Said } from './Marked.tsx';
import { MessageActs } from './MessageActs.tsx';
import { PriceCard } from './PriceCard.tsx';
import type { Talk, TalkState } from './talk.store.ts';
import { VoiceMessage } from './VoiceMessage.tsx';

export interface MessageRowProps {
  message: ChatMessage;
  talk: Talk;
  state: TalkState;
  me: number;
}

const ZONE = { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit', hour12: false } as const;
const clockText = (time_s: number): string => new Date(time_s * 1000).toLocaleTimeString('zh-CN', ZONE);

/** One message: whose it is by its side and, for those who do not see that, in words. */
export function MessageRow({ message, talk, state, me }: MessageRowProps) {
  const { event, card } = message;
  const mine = message.from === me;
  const other = state.conversation?.other;
  if (message.state === 'recalled' || message.state === 'removed') {
    const who = mine ? '您' : '对方';
    const rewrite = () => {
      talk.actions.rewrite(message.seq);
      document.querySelector<HTMLElement>('[data-chat-field]')?.focus();
    };
    return (
      <p className="text-center text-xs text-muted">
        {message.state === 'recalled' ? `${who}撤回了一条消息` : '一条消息已被管理员移除'}
        {state.taken[message.seq] ? (
          <button type="button" className="link ml-2" onClick={rewrite}>
            重新编辑
          </button>
        ) : null}
      </p>
    );
  }
  if (event) {
    return (
      <div className="grid justify-items-center gap-1 text-center text-xs text-muted">
        <p>
          {event.text} <time className="num">{clockText(message.time)}</time>
        </p>
        {card ? <Card card={card} /> : null}
      </div>
    );
  }
  const read = mine && (state.conversation?.other_read_seq ?? 0) >= message.seq;
  const more = () =>
    openDialog<void>((close) => (
      <MessageActs
        message={message}
        mine={mine}
        recallable={mine && Date.now() / 1000 - message.time < CHAT_RECALL_S}
        talk={talk}
        close={close}
      />
    ));
  return (
    <div className={classNames('chat-row flex items-end gap-2', mine && 'flex-row-reverse')} data-seq={message.seq}>
      {mine ? null : <Face src={other?.headimgurl ?? ''} name={other?.nickname ?? '对'} size={32} />}
      <div className={classNames('grid max-w-[min(80%,560px)] gap-1', mine ? 'justify-items-end' : 'justify-items-start')}>
        <span className="sr-only">{mine ? '您说：' : `${other?.nickname ?? '对方'}说：`}</span>
        {message.quote ? <Quoted quote={message.quote} talk={talk} state={state} me={me} /> : null}
        <Content message={message} mine={mine} talk={talk} marked={state.marked} />
        {message.reaction === '' ? null : (
          <span className="chip px-2 py-0.5 text-xs">
            {mine ? (other?.nickname ?? '对方') : '您'}：{CHAT_REACTION_TEXTS[message.reaction]}
          </span>
        )}
        <span className="num text-xs text-muted">
          <time>{clockText(message.time)}</time>
          {mine ? (read ? ' 已读' : ' 未读') : ''}
        </span>
      </div>
      <Button look="ghost" size="sm" className="btn-square chat-more" aria-label="这条消息的操作" onClick={() => void more()}>
        <MoreHorizontal size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}

/** Who said what is answered, for its reader. */
export const quoteText = ({ from, text }: ChatQuote, me: number, state: TalkState): string =>
  `${from === me ? '您' : (state.conversation?.other.nickname ?? '对方')}：${text}`;

/** What a message answers, in one line that leads to it. */
function Quoted({ quote, talk, state, me }: Omit<MessageRowProps, 'message'> & { quote: ChatQuote }) {
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void talk.actions.seek(quote.seq);
  };
  return (
    <a href={chatPath(talk.id, quote.seq)} className="chat-quote" onClick={press}>
      <span className="sr-only">引用</span>
      {quoteText(quote, me, state)}
    </a>
  );
}

function Content({ message, mine, talk, marked }: { message: ChatMessage; mine: boolean; talk: Talk; marked: string }) {
  const { file, card, price } = message;
  if (message.type === 'picture' && file) {
    const width = Math.min(280, file.width);
    return (
      <a href={file.src} target="_blank" rel="noopener" className="overflow-hidden rounded-box bg-base-200">
        <img
          src={file.src}
          alt={mine ? '您发送的图片' : '对方发送的图片'}
          width={width}
          height={Math.round((file.height * width) / file.width)}
          loading="lazy"
        />
      </a>
    );
  }
  if (message.voice && file) return <VoiceMessage file={file} voice={message.voice} />;
  if (file) {
    return (
      <a href={file.src} className="chat-bubble-box flex items-center gap-3" download={file.name}>
        <FileText size={28} className="shrink-0 text-primary" aria-hidden="true" />
        <span className="min-w-0">
          <span className="block break-all">{file.name}</span>
          <span className="num text-xs text-muted">{sizeText(file.size_bytes)}</span>
        </span>
      </a>
    );
  }
  if (price)
    return (
      <PriceCard
        price={price}
        marked={marked}
        state={message.state}
        mine={mine}
        subject={talk.$state.get().conversation?.subject}
        onAct={(act) => talk.actions.settle(message.seq, act)}
      />
    );
  if (message.type === 'resume' && card && card.id > 0)
    return (
      <button type="button" className="chat-bubble-box flex items-center gap-3" onClick={() => void openResume(talk.id, message.seq)}>
        <IdCard size={28} className="shrink-0 text-primary" aria-hidden="true" />
        <CardText card={card} />
      </button>
    );
  if (card) return <Card card={card} />;
  return (
    <p className={classNames('chat-text', mine && 'chat-text-own')}>
      <Said text={message.text} words={marked} />
    </p>
  );
}

async function openResume(id: number, seq: number): Promise<void> {
  const { openTalkResume } = await import('../recruit/talk-resume.tsx');
  await openTalkResume(id, seq);
}

const CardText = ({ card }: { card: NonNullable<ChatMessage['card']> }) => (
  <span className="min-w-0 text-left">
    <span className="line-clamp-2 text-sm font-semibold text-base-content">{card.title}</span>
    <span className="text-xs text-muted">{card.note}</span>
  </span>
);

function Card({ card }: { card: NonNullable<ChatMessage['card']> }) {
  const inside = (
    <>
      {card.cover === '' ? null : <img src={card.cover} alt="" className="h-14 w-20 shrink-0 rounded-field object-cover" loading="lazy" />}
      <CardText card={card} />
    </>
  );
  return card.path === '' ? (
    <span className="chat-bubble-box flex gap-3">{inside}</span>
  ) : (
    <a href={card.path} className="chat-bubble-box flex gap-3">
      {inside}
    </a>
  );
}
