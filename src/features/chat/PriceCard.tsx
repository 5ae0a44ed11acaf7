import { useState } from 'react';
import type { ChatConversation, ChatPrice, ChatState } from '#contract/chat.ts';
import { typedOfferHash } from '#contract/offer.ts';
import { Button } from '#ui/Button.tsx';
import { amountText } from '#ui/price-text.ts';
import { Marked, Said } from './Marked.tsx';

export interface PriceCardProps {
  price: ChatPrice;
  /** Words that are looked for. */
  marked: string;
  state: ChatState;
  mine: boolean;
  /** What the talk is about. */
  subject: ChatConversation['subject'] | undefined;
  onAct(act: 'accept' | 'decline' | 'withdraw'): Promise<void>;
}

const STATE: Partial<Record<ChatState, string>> = { accepted: '已接受', declined: '已谢绝', withdrawn: '已收回' };

/** What a price is here and what comes of it: an understanding of two, which is neither an order nor a payment (decision 0216). */
function nextOf(state: ChatState, subject: PriceCardProps['subject'], { title, price, days, note }: ChatPrice): React.ReactNode {
  if (state === '') return '接受只表示双方对价格没有异议，不会下单，也不会付款。';
  if (state !== 'accepted') return null;
  const where = subject && NEXT[subject.kind];
  if (!where || subject.path === '') return '价格已谈定。平台没有代收这笔款，请双方自行签订合同并约定付款方式。';
  const text = [title, note].filter(Boolean).join('\n');
  const typed = { price: String(price), days: days > 0 ? String(days) : '', text };
  return (
    <>
      价格已谈定，还不是合作。
      <a className="quiet-link underline" href={`${subject.path}${subject.kind === 'demand' ? typedOfferHash(typed) : ''}`}>
        {where}
      </a>
      {subject.kind === 'demand' && '，报价的一方打开后会填入谈定的价格。'}
    </>
  );
}

/** Where the two make of it what the site has for it. */
const NEXT: Partial<Record<ChatConversation['subject']['kind'], string>> = {
  demand: '去需求页报价与选定',
  request: '选定在求单页进行',
};

/** A price of one side; the other decides. Nothing is paid by it. */
export function PriceCard({ price, marked, state, mine, subject, onAct }: PriceCardProps) {
  const [busy, setBusy] = useState(false);
  const act = (how: 'accept' | 'decline' | 'withdraw') => async () => {
    setBusy(true);
    await onAct(how);
    setBusy(false);
  };
  return (
    <div className="chat-bubble-box grid w-72 max-w-full gap-1">
      <p className="flex items-baseline justify-between gap-2 text-xs text-muted">
        报价{STATE[state] ? <strong className={state === 'accepted' ? 'text-success' : ''}>{STATE[state]}</strong> : null}
      </p>
      <p className="font-semibold break-words">
        <Marked text={price.title} words={marked} />
      </p>
      <p className="num text-lg font-semibold text-primary">
        ¥{amountText(price.price)}
        {price.days > 0 ? <span className="ml-2 text-sm font-normal text-muted">{price.days} 个工作日</span> : null}
      </p>
      {price.note === '' ? null : (
        <p className="text-sm break-words whitespace-pre-wrap">
          <Said text={price.note} words={marked} />
        </p>
      )}
      {state === '' ? (
        <div className="mt-2 flex gap-2">
          {mine ? (
            <Button size="sm" busy={busy} onClick={act('withdraw')}>
              收回报价
            </Button>
          ) : (
            <>
              <Button size="sm" look="primary" busy={busy} onClick={act('accept')}>
                接受
              </Button>
              <Button size="sm" busy={busy} onClick={act('decline')}>
                谢绝
              </Button>
            </>
          )}
        </div>
      ) : null}
      <p className="text-xs text-muted">{nextOf(state, subject, price)}</p>
    </div>
  );
}
