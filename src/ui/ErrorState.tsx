import { CloudOff } from 'lucide-react';
import { numberOf } from './FailureText.tsx';

export interface ErrorStateProps {
  /** What happened, as the server or the network says it. */
  message: string;
  /** Names the request for support, where its status says that something broke. */
  request_id?: string | undefined;
  status?: number | undefined;
  onRetry?: () => void;
}

/** A panel that failed while the rest of the page works. */
export function ErrorState({ message, onRetry, ...request }: ErrorStateProps) {
  const number = numberOf(request);
  return (
    <div role="alert" className="grid justify-items-center gap-2 px-4 py-12 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-ground text-muted">
        <CloudOff size={28} aria-hidden="true" />
      </span>
      <p className="mt-2 text-base font-semibold">{message}</p>
      {number && <p className="num text-xs text-muted">请求编号 {number}</p>}
      {onRetry && (
        <button type="button" className="btn btn-outline border-line mt-2" onClick={onRetry}>
          重试
        </button>
      )}
    </div>
  );
}
