import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { RenderProgress } from '#contract/publish.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';

export interface RenderStatusProps {
  render: RenderProgress;
  /** Leaves the advice out. */
  brief?: boolean;
  /** Makes the pages again after they failed; without it nothing is offered. */
  onRetry?(): Promise<void>;
}

/** How far the pages of a file are, in words and as a bar; nothing once all are there. */
export function RenderStatus({ render, brief = false, onRetry }: RenderStatusProps) {
  if (render.status === 'done') return null;
  if (render.status === 'failed') {
    return (
      <div className="flex flex-wrap items-center gap-3 rounded-field bg-tint p-3">
        <FormError className="min-w-0 flex-1 basis-48 text-error">{render.failure}</FormError>
        {onRetry && <RetryButton onRetry={onRetry} />}
      </div>
    );
  }
  const percent = render.page_count > 0 ? (render.done_pages / render.page_count) * 100 : 0;
  return (
    <div className="grid gap-1">
      <progress
        className="progress progress-primary w-full"
        aria-label="页面生成进度"
        {...(render.status === 'rendering' && render.page_count > 0 ? { value: percent, max: 100 } : {})}
      />
      <p role="status" className="num text-xs text-muted">
        {brief ? renderText(render).split('，')[0] : renderText(render)}
      </p>
    </div>
  );
}

function RetryButton({ onRetry }: { onRetry(): Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await onRetry().finally(() => setBusy(false));
  };
  return (
    <Button size="sm" busy={busy} icon={<RotateCw size={14} aria-hidden="true" />} onClick={() => void press()}>
      重试
    </Button>
  );
}

export function renderText(render: RenderProgress): string {
  if (render.status === 'waiting') return '排队处理中，您可以先填写下面的内容';
  if (render.status === 'converting') return '正在转换为页面，您可以先填写下面的内容';
  return `正在生成第 ${Math.min(render.done_pages + 1, render.page_count)}/${render.page_count} 页`;
}
