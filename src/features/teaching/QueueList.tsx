import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { sizeText } from '#ui/size-text.ts';
import type { OutlineActions } from './outline.store.ts';
import type { QueuedFile } from './upload-queue.ts';

/** Files on their way into a chapter, each with its progress. */
export function QueueList({ queue, actions }: { queue: readonly QueuedFile[]; actions: OutlineActions }) {
  if (queue.length === 0) return null;
  return (
    <ul className="mt-2 grid grid-cols-1 gap-2" aria-label="正在上传的文件">
      {queue.map((entry) => (
        <li key={entry.key} className="grid gap-1 rounded-field border border-line p-3">
          <div className="flex flex-wrap items-center gap-2">
            <p className="min-w-0 flex-1 basis-40 truncate">{entry.name}</p>
            <span className="num text-xs text-muted">{statusText(entry)}</span>
            {(entry.state === 'sending' || entry.state === 'waiting') && (
              <Button size="sm" aria-label={`暂停 ${entry.name}`} onClick={() => actions.pause(entry.key)}>
                暂停
              </Button>
            )}
            {(entry.state === 'paused' || (entry.state === 'stopped' && entry.can_resume)) && (
              <Button size="sm" look="primary" aria-label={`继续 ${entry.name}`} onClick={() => actions.resume(entry.key)}>
                继续
              </Button>
            )}
            <Button size="sm" look="ghost" aria-label={`移除 ${entry.name}`} onClick={() => actions.drop(entry.key)}>
              移除
            </Button>
          </div>
          {entry.state !== 'stopped' && (
            <progress className="progress progress-primary w-full" value={entry.percent} max={100} aria-label={`${entry.name} 上传进度`} />
          )}
          {entry.message && <FormError className="text-xs text-error">{entry.message}</FormError>}
        </li>
      ))}
    </ul>
  );
}

function statusText({ state, percent, checking, size_bytes }: QueuedFile): string {
  if (state === 'waiting') return `等待上传 · ${sizeText(size_bytes)}`;
  if (state === 'stored') return '已上传，按顺序加入';
  if (state === 'paused') return `已暂停 ${percent}%`;
  if (state === 'stopped') return '未完成';
  return checking ? '正在检查文件' : `${percent}% · ${sizeText(size_bytes)}`;
}
