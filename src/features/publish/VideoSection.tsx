import { Film } from 'lucide-react';
import { useId } from 'react';
import type { FormErrors, UploadedFile } from '#contract/publish.ts';
import { checkVtt } from '#contract/web-vtt.ts';
import { DropZone } from '#kit/upload/DropZone.tsx';
import { lengthText, sizeText } from '#kit/upload/file-size.ts';
import type { Upload } from '#kit/upload/single-upload.ts';
import { UploadStatus } from '#kit/upload/UploadStatus.tsx';
import { Button } from '#ui/Button.tsx';
import { FileButton } from '#ui/FileButton.tsx';
import { FormError } from '#ui/FormError.tsx';

const FORMATS = ['mp4', 'mov', 'mkv', 'webm'];

export interface VideoSectionProps {
  /** It cannot be submitted without one. */
  required: boolean;
  video: UploadedFile | null;
  /** Empty: none. */
  captions: string;
  upload: Upload | null;
  errors: FormErrors;
  onFile(file: File): void;
  onResume(): void;
  onRemove(): void;
  onCaptions(text: string): void;
}

/** The film of the work, if there is one. */
export function VideoSection({ required, video, captions, upload, errors, onFile, onResume, onRemove, onCaptions }: VideoSectionProps) {
  const id = useId();
  return (
    <section className="panel p-5 md:p-6" aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-base font-semibold">
        视频<span className="ml-2 text-xs font-normal text-muted">{required ? '必填' : '选填'}</span>
      </h2>
      {upload ? (
        <UploadStatus upload={upload} formats={FORMATS} onCancel={onRemove} onResume={onResume} onFile={onFile} />
      ) : video ? (
        <div className="grid gap-3">
          {video.film && (
            // biome-ignore lint/a11y/useMediaCaption: the publisher's own film, as it was sent
            <video className="max-h-80 w-full rounded-field bg-black" src={video.film.src} controls playsInline preload="metadata" />
          )}
          <div className="flex flex-wrap items-center gap-3">
            <span className="grid size-11 shrink-0 place-items-center rounded-field bg-tint text-primary">
              <Film size={22} aria-hidden="true" />
            </span>
            <div className="min-w-0 flex-1 basis-40">
              <p className="truncate font-semibold">{video.name}</p>
              <p className="num text-xs text-muted">
                {[video.type.toUpperCase(), sizeText(video.size_bytes), video.film && lengthText(video.film.duration_ms)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <DropZone compact exchange="换一个视频" formats={FORMATS} invalid={false} onFile={onFile} />
            <Button size="sm" onClick={onRemove}>
              移除视频
            </Button>
          </div>
          <Captions text={captions} error={errors.video_captions} onChange={onCaptions} />
        </div>
      ) : (
        <DropZone formats={FORMATS} limit="H.264 或 VP9，最大 2 GB" invalid={Boolean(errors.video_file_id)} onFile={onFile} />
      )}
      {errors.video_file_id && !upload?.stopped && (
        <FormError tabIndex={-1} className="mt-2 text-xs text-error">
          {errors.video_file_id}
        </FormError>
      )}
    </section>
  );
}

/** What is said in the film: for those who do not hear it, and for an office that must be quiet. */
function Captions({ text, error, onChange }: { text: string; error: string | undefined; onChange(text: string): void }) {
  const checked = text === '' ? null : checkVtt(text);
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="num text-muted">
          {checked === null ? '没有字幕' : checked.error === null ? `字幕 ${checked.cues.length} 条` : '字幕未能读取'}
        </p>
        <FileButton accept=".vtt,.srt" testid="captions" onFile={(file) => void file.text().then(onChange)}>
          {text === '' ? '上传字幕' : '换一份字幕'}
        </FileButton>
        {text !== '' && (
          <Button size="sm" onClick={() => onChange('')}>
            移除字幕
          </Button>
        )}
        <span className="text-xs text-muted">.vtt 或 .srt 文件，选填</span>
      </div>
      {(error ?? checked?.error) && (
        <FormError tabIndex={-1} className="text-xs text-error">
          {error ?? checked?.error}
        </FormError>
      )}
    </div>
  );
}
