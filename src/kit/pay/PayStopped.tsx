import { CircleAlert, RefreshCw } from 'lucide-react';
import type { Failure } from '#client/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { numberOf } from '#ui/FailureText.tsx';

export interface ClosedProps {
  text: string;
  /** What its button says. */
  again: string;
  onRefresh: () => void;
}
export interface RefusedProps {
  failure: Failure;
  busy: boolean;
  onRetry: () => void;
}

/** Why this order is paid no more, over its code. */
export function Closed({ text, again, onRefresh }: ClosedProps) {
  return (
    <>
      <p role="status" className="text-xs font-semibold">
        {text}
      </p>
      <Button size="sm" look="primary" icon={<RefreshCw size={14} aria-hidden="true" />} onClick={onRefresh}>
        {again}
      </Button>
    </>
  );
}

/** Why no order could be placed, in place of the payment. */
export function Refused({ failure, busy, onRetry }: RefusedProps) {
  const number = numberOf(failure);
  return (
    <div role="alert" className="grid min-h-44 place-content-center justify-items-center gap-2 rounded-box bg-ground p-4 text-center">
      <CircleAlert size={28} className="text-error" aria-hidden="true" />
      <p className="text-base font-semibold">{failure.message}</p>
      {number && <p className="num text-xs text-muted">请求编号 {number}</p>}
      <Button size="sm" busy={busy} onClick={onRetry}>
        重新下单
      </Button>
    </div>
  );
}
