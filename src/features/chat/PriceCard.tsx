import { useState } from 'react';
import type { ChatPrice, ChatState } from '#contract/chat.ts';
import { Button } from '#ui/Button.tsx';

export interface PriceCardProps {
  price: ChatPrice;
  state: ChatState;
  mine: boolean;
  onAct(act: 'accept' | 'decline' | 'withdraw'): Promise<void>;
}

const STATE: Partial<Record<ChatState, string>> = { accepted: '已接受', declined: '已谢绝', withdrawn: '已收回' };

/** A price of one side; the other decides. Nothing is paid by it. */
export function PriceCard({ price, state, mine, onAct }: PriceCardProps) {
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
      <p className="font-semibold break-words">{price.title}</p>
      <p className="num text-lg font-semibold text-primary">
        ¥{price.price.toLocaleString('zh-CN')}
        {price.days > 0 ? <span className="ml-2 text-sm font-normal text-muted">{price.days} 个工作日</span> : null}
      </p>
      {price.note === '' ? null : <p className="text-sm break-words whitespace-pre-wrap">{price.note}</p>}
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
      <p className="text-xs text-muted">接受报价不代表付款，合作细节请在会话中确认。</p>
    </div>
  );
}
