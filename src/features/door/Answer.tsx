import { DOOR_RESULT_TEXT, type DoorResult } from '#contract/door.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { timeText } from '#ui/time-text.ts';
import type { Shown } from './door.store.ts';

const LOOK: Record<'good' | 'seen' | 'bad', string> = {
  good: 'bg-success text-success-content',
  seen: 'bg-warning text-warning-content',
  bad: 'bg-error text-error-content',
};
const lookOf = (result: DoorResult) => (result === 'ok' ? 'good' : result === 'used' || result === 'not_inside' ? 'seen' : 'bad');

/** What the door says: one colour, one word, and who it is. */
export function Answer({ shown, busy, onOrder }: { shown: Shown; busy: boolean; onOrder(): void }) {
  const { answer, offline } = shown;
  const { result, direction, ticket, at, where, others } = answer;
  const word = result === 'ok' && direction === 'out' ? '已离场' : DOOR_RESULT_TEXT[result];
  return (
    <section className={classNames('grid gap-2 rounded-box p-5 text-center', LOOK[lookOf(result)])} aria-label="检票结果">
      <p role="status" aria-live="assertive" className="text-[40px] leading-tight font-bold">
        {word}
      </p>
      {ticket && (
        <p className="text-lg">
          {ticket.holder} · {ticket.kind} · <span className="num">{ticket.seq}</span> 号
        </p>
      )}
      {at !== null && (
        <p>
          {result === 'used' ? '入场于' : '离场于'} <span className="num">{timeText(at)}</span>
          {where && ` · ${where}`}
        </p>
      )}
      {result === 'other_salon' && where && <p>这是「{where}」的票</p>}
      {offline && <p>断网时由本机判断，联网后上传</p>}
      {others > 0 && direction === 'in' && (result === 'ok' || result === 'used') && (
        <Button className="mt-2 min-h-14 bg-base-100 text-base text-base-content" busy={busy} onClick={onOrder}>
          同一订单另外 {others} 人一起放行
        </Button>
      )}
    </section>
  );
}
