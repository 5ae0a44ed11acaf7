import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type ChatMessage, chatLine } from '#contract/chat.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import type { Pending } from './drafts.ts';
import { MessageRow } from './MessageRow.tsx';
import type { Talk, TalkState } from './talk.store.ts';

const STATE = { uploading: '正在上传', waiting: '等待发送', sending: '发送中', asks: '等您确认', failed: '未发送' };
const KIND: Record<Pending['type'], string> = {
  text: '',
  picture: '[图片]',
  file: '[文件]',
  voice: '[语音]',
  work: '[作品]',
  resume: '[简历]',
  price: '[报价]',
};

/** Something of one's own that is not there yet: on its way, asked about, or failed. */
export function PendingRow({ one, talk }: { one: Pending; talk: Talk }) {
  const { client_id, state, why, final } = one;
  return (
    <div className="grid justify-items-end gap-1" data-pending={state}>
      {one.quote ? <p className="chat-quote">{one.quote.text}</p> : null}
      <p className="chat-text chat-text-own max-w-[min(80%,560px)]">{one.text || `${KIND[one.type]} ${one.label}`.trim()}</p>
      {/* what is pending is announced once; a failure must be heard */}
      <p className="text-xs text-muted" role={state === 'failed' || state === 'asks' ? 'alert' : undefined}>
        {why === '' ? STATE[state] : state === 'waiting' ? why : `${STATE[state]}：${why}`}
      </p>
      {state === 'asks' ? (
        <div className="flex gap-2">
          <Button size="sm" look="primary" onClick={() => talk.actions.discard(client_id)}>
            返回修改
          </Button>
          <Button size="sm" onClick={() => void talk.actions.retry(client_id, true)}>
            仍然发送
          </Button>
        </div>
      ) : null}
      {state === 'waiting' && why !== '' ? (
        <Button size="sm" onClick={() => talk.actions.discard(client_id)}>
          {one.type === 'text' ? '取回修改' : '不发送了'}
        </Button>
      ) : null}
      {state === 'failed' ? (
        <div className="flex gap-2">
          {final ? null : (
            <Button size="sm" onClick={() => void talk.actions.retry(client_id)}>
              重新发送
            </Button>
          )}
          <Button size="sm" onClick={() => talk.actions.discard(client_id)}>
            {one.type === 'text' ? '取回修改' : '删除'}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Nearer to an edge than this, px: at the end, or time for earlier messages. */
const AT_END = 48;
const NEAR_START = 600;
const NEAR_END = 600;
const ROW = 68;

/** What stands below each other in a talk. */
type Line =
  | { key: string; what: 'day'; text: string }
  | { key: string; what: 'fresh' }
  | { key: string; what: 'message'; message: ChatMessage }
  | { key: string; what: 'pending'; pending: Pending };

const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * 3_600_000;
const dayOf = (time_s: number): number => Math.floor((time_s * 1000 + SHANGHAI_MS) / DAY_MS);

/** '今天', '昨天', '11月20日', '2025年11月20日'; days of Shanghai. */
export function dayText(time_s: number, now_ms: number): string {
  const ago = dayOf(now_ms / 1000) - dayOf(time_s);
  if (ago === 0) return '今天';
  if (ago === 1) return '昨天';
  const at = new Date(time_s * 1000 + SHANGHAI_MS);
  const day = `${at.getUTCMonth() + 1}月${at.getUTCDate()}日`;
  return at.getUTCFullYear() === new Date(now_ms + SHANGHAI_MS).getUTCFullYear() ? day : `${at.getUTCFullYear()}年${day}`;
}

/** Messages with a line before each new day and before the first that was unread when the talk was opened (`unread_from`; 0: none). */
export function talkLines(rows: readonly ChatMessage[], pending: readonly Pending[], unread_from: number, now_ms: number): Line[] {
  const lines: Line[] = [];
  let day = Number.NaN;
  for (const message of rows) {
    const on = dayOf(message.time);
    if (on !== day) lines.push({ key: `day-${on}`, what: 'day', text: dayText(message.time, now_ms) });
    day = on;
    if (message.seq === unread_from) lines.push({ key: 'fresh', what: 'fresh' });
    // shown by the row of the message itself
    const { state, reaction } = message.event ?? {};
    if (state === 'recalled' || state === 'removed' || reaction !== undefined) continue;
    lines.push({ key: `seq-${message.seq}`, what: 'message', message });
  }
  for (const one of pending) lines.push({ key: `new-${one.client_id}`, what: 'pending', pending: one });
  return lines;
}

/** All that was said; only what is seen is in the page, so that length costs nothing. It stays at the end while the reader is there. */
export function MessageList({ talk, state, me }: { talk: Talk; state: TalkState; me: number }) {
  const { conversation, pending, fresh, loading, whole, ahead, sought, seeks } = state;
  const { rows } = state.talk;
  const box = useRef<HTMLDivElement>(null);
  const at_end = useRef(sought === 0);
  // where the reader stood when they opened it: the mark does not move while they read
  const [unread_from] = useState(() => (conversation && conversation.unread > 0 ? conversation.read_seq + 1 : 0));
  const lines = useMemo(() => talkLines(rows, pending, unread_from, Date.now()), [rows, pending, unread_from]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => lines[index]?.key ?? index,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const total = virtual.getTotalSize();

  const before = useRef({ first: rows[0]?.seq ?? 0, total });
  useLayoutEffect(() => {
    const element = box.current;
    const first = rows[0]?.seq ?? 0;
    const { first: was, total: height } = before.current;
    before.current = { first, total };
    if (!element) return;
    // what came in above must not move what is being read
    if (was !== 0 && first < was) element.scrollTop += total - height;
    else if (at_end.current) element.scrollTop = element.scrollHeight;
  }, [rows, total]);

  // a message that one was led to stands in the middle, once: what is read later must not pull the reader back
  const went = useRef(-1);
  useLayoutEffect(() => {
    if (sought === 0 || went.current === seeks) return;
    went.current = seeks;
    at_end.current = false;
    const index = lines.findIndex((line) => line.what === 'message' && line.message.seq === sought);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'center' });
    // where nothing had to scroll the reader is at the end still
    requestAnimationFrame(() => box.current?.dispatchEvent(new Event('scroll')));
  }, [sought, seeks, lines, virtual]);

  const look = () => {
    const element = box.current;
    if (!element) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    at_end.current = below < AT_END && !ahead;
    talk.actions.lookAt(at_end.current);
    if (below < NEAR_END && ahead && loading === null) void talk.actions.newer();
    if (element.scrollTop < NEAR_START && loading === null && !whole) void talk.actions.older();
  };
  const toEnd = () => {
    if (ahead) return void talk.actions.latest();
    at_end.current = true;
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
    talk.actions.lookAt(true);
  };
  // a talk shorter than the window has no scrolling that could ask for more
  useEffect(() => {
    const element = box.current;
    if (element && element.scrollHeight <= element.clientHeight && loading === null && !whole) void talk.actions.older();
  }, [talk, loading, whole]);

  return (
    <div className="relative min-h-0 flex-1">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <div ref={box} className="chat-scroll" role="log" aria-live="off" aria-label="消息" tabIndex={0} onScroll={look} data-chat-log>
        {rows.length === 0 && pending.length === 0 ? (
          <Empty title="打个招呼吧" hint="说清楚时间、地点、人数和预算，对方更容易回复。" />
        ) : null}
        {loading === 'older' ? <p className="py-2 text-center text-xs text-muted">正在读取更早的消息</p> : null}
        {/* the height of all lines, and those of them that are seen */}
        <div className="relative" style={{ height: total }}>
          {virtual.getVirtualItems().map((item) => (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0 px-3 py-1.5 sm:px-4"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <LineView line={lines[item.index] as Line} talk={talk} state={state} me={me} sought={sought} />
            </div>
          ))}
        </div>
      </div>
      {fresh > 0 || ahead ? (
        <button type="button" className="btn btn-sm btn-primary absolute inset-x-0 bottom-3 mx-auto w-max shadow-lift" onClick={toEnd}>
          <ArrowDown size={14} aria-hidden="true" />
          {fresh > 0 ? `${fresh} 条新消息` : '回到最新消息'}
        </button>
      ) : null}
      <Announcer state={state} me={me} />
    </div>
  );
}

function LineView({ line, talk, state, me, sought }: { line: Line; talk: Talk; state: TalkState; me: number; sought: number }) {
  switch (line.what) {
    case 'day':
      return <p className="py-1 text-center text-xs text-muted">{line.text}</p>;
    case 'fresh':
      return (
        <p className="flex items-center gap-3 text-xs text-primary">
          <span className="h-px flex-1 bg-line" />
          以下是新消息
          <span className="h-px flex-1 bg-line" />
        </p>
      );
    case 'pending':
      return <PendingRow one={line.pending} talk={talk} />;
    default:
      return (
        <Place sought={line.message.seq === sought} seeks={state.seeks}>
          <MessageRow message={line.message} talk={talk} state={state} me={me} />
        </Place>
      );
  }
}

/** Keys go on from the message that a press led to; who writes meanwhile is not disturbed. */
function Place({ sought, seeks, children }: { sought: boolean; seeks: number; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sought && seeks > 0 && !document.activeElement?.matches('[data-chat-field], [data-chat-find]'))
      ref.current?.focus({ preventScroll: true });
  }, [sought, seeks]);
  return (
    <div ref={ref} className={sought ? 'rounded-box bg-tint' : undefined} tabIndex={sought ? -1 : undefined}>
      {children}
    </div>
  );
}

/** What the other side says while the page is open, for those who hear it. */
function Announcer({ state, me }: { state: TalkState; me: number }) {
  const { rows } = state.talk;
  const last = rows.at(-1);
  const [opened] = useState(() => last?.seq ?? 0);
  const name = state.conversation?.other.nickname ?? '';
  const text = last && last.seq > opened && last.from !== me ? `${last.from === 0 ? '' : `${name}：`}${chatLine(last)}` : '';
  return (
    <p className="sr-only" aria-live="polite">
      {text}
    </p>
  );
}
