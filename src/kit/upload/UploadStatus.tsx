import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { DropZone } from './DropZone.tsx';
import { sizeText, timeLeft } from './file-size.ts';
import type { Upload } from './single-upload.ts';

export interface UploadStatusProps {
  upload: Upload;
  formats: readonly string[];
  onCancel(): void;
  onResume(): void;
  onFile(file: File): void;
}

/** Percent, speed and what is left; after a stop the reason and the way on. */
export function UploadStatus({ upload, formats, onCancel, onResume, onFile }: UploadStatusProps) {
  const { name, progress, stopped } = upload;
  const percent = progress ? Math.floor((progress.loaded_bytes / progress.total_bytes) * 100) : 0;
  // a full bar over a refusal would look like success
  const refused = stopped !== null && !stopped.can_resume;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-box bg-ground p-4">
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 truncate font-semibold">{name}</p>
        {!refused && <p className="num shrink-0 text-lg font-semibold">{percent}%</p>}
      </div>
      {!refused && <progress className="progress progress-primary w-full" value={percent} max={100} aria-label="上传进度" />}
      {stopped ? (
        <FormError className="text-error">{stopped.message}</FormError>
      ) : (
        <p role="status" className="num text-xs text-muted">
          {progressText(upload)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {stopped?.can_resume && (
          <Button look="primary" size="sm" onClick={onResume}>
            继续上传
          </Button>
        )}
        {refused && <DropZone compact formats={formats} invalid={false} onFile={onFile} />}
        <Button size="sm" onClick={onCancel}>
          {stopped ? '移除' : '取消上传'}
        </Button>
      </div>
    </div>
  );
}

function progressText({ progress }: Upload): string {
  if (!progress) return '正在准备上传';
  if (progress.waiting) return '暂时传不上去，正在自动重试，进度不会丢失';
  if (progress.checking) return '上传完成，正在检查文件';
  const left = timeLeft(progress.total_bytes - progress.loaded_bytes, progress.bytes_per_s);
  const parts = [`${sizeText(progress.loaded_bytes)} / ${sizeText(progress.total_bytes)}`, `${sizeText(progress.bytes_per_s)}/秒`, left];
  return parts.filter(Boolean).join(' · ');
}
