import { ImagePlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { KindFacts, MediaFacts } from '#contract/kinds.ts';
import type { FormErrors, ItemForm, SignedPicture } from '#contract/publish.ts';
import { DropWords } from '#kit/upload/DropWords.tsx';
import { UploadCover } from '#kit/upload/UploadCover.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { FormError } from '#ui/FormError.tsx';
import { FreeCount } from './FreeCount.tsx';
import { PictureTile } from './PictureTile.tsx';
import { type PicturesState, wholeProgress } from './picture-uploads.ts';

export interface PicturesSectionProps {
  kind: KindFacts;
  media: MediaFacts;
  pictures: PicturesState;
  form: ItemForm;
  errors: FormErrors;
  cover: SignedPicture | null;
  cover_busy: boolean;
  actions: {
    add(files: readonly File[]): void;
    retry(key: string): void;
    retryAll(): void;
    remove(key: string): void;
    undo(): void;
    move(key: string, to: number): void;
  };
  onCover(file: File): void;
  onChange(patch: Partial<ItemForm>): void;
}

/** Without HEIC: an iPhone then gives its photos as JPEG. */
const ACCEPT = 'image/png,image/jpeg,image/webp';

/** The pictures of the work: many at once, in an order, one of them the cover, the first ones free where the rest is sold. */
export function PicturesSection(props: PicturesSectionProps) {
  const { kind, media, pictures, form, errors, cover, cover_busy, actions, onCover, onChange } = props;
  const id = useId();
  const [dragged, setDragged] = useState<string | null>(null);
  const { list, removed, left_out } = pictures;
  const stored = form.pictures.length;
  const free = Math.min(Math.max(1, form.free_pages), Math.max(1, stored));
  const stopped = list.filter(({ state, can_resume }) => state === 'stopped' && can_resume).length;
  return (
    <section className="panel p-5 md:p-6" aria-labelledby={id}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-base font-semibold">
          {kind.noun}图片
          {list.length > 0 && (
            <span className="num ml-2 text-xs font-normal text-muted">
              {list.length} / {media.pictures.max} 张
            </span>
          )}
        </h2>
        {list.length > 0 && <UploadCover busy={cover_busy} onCover={onCover} />}
      </div>
      <PicturesDrop max={media.pictures.max} compact={list.length > 0} invalid={Boolean(errors.pictures)} onFiles={actions.add} />
      <Whole pictures={pictures} />
      {left_out && (
        <p role="status" className="mt-2 text-xs text-gold-ink">
          {left_out}
        </p>
      )}
      {removed && (
        <p role="status" className="mt-2 flex items-center gap-2 text-xs text-muted">
          已移除 {removed.entry.name}
          <button type="button" className="underline underline-offset-2" onClick={actions.undo}>
            撤销
          </button>
        </p>
      )}
      {stopped > 1 && (
        <p className="mt-2 text-xs">
          <Button size="sm" onClick={actions.retryAll}>
            重试全部 {stopped} 张
          </Button>
        </p>
      )}
      {errors.pictures && (
        <FormError tabIndex={-1} className="mt-2 text-xs text-error">
          {errors.pictures}
        </FormError>
      )}
      {list.length > 0 && (
        <ol className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4" aria-label={`${kind.noun}图片，按显示顺序`}>
          {list.map((entry, at) => {
            const number = entry.file_id === null ? 0 : form.pictures.indexOf(entry.file_id) + 1;
            return (
              <PictureTile
                key={entry.key}
                entry={entry}
                at={at}
                count={list.length}
                is_cover={number > 0 && form.cover_page === number && form.cover_file_id === null}
                is_locked={media.locked && number > free}
                is_dragged={dragged === entry.key}
                onCover={() => onChange({ cover_page: number, cover_file_id: null, cover_focus: null })}
                onMove={(to) => actions.move(entry.key, to)}
                onRetry={() => actions.retry(entry.key)}
                onRemove={() => actions.remove(entry.key)}
                onDrag={setDragged}
                onDropHere={() => dragged !== null && actions.move(dragged, at)}
              />
            );
          })}
        </ol>
      )}
      {cover && form.cover_file_id !== null && (
        <p className="mt-3 text-xs text-muted">封面用的是单独上传的图片；点某一张的“设为封面”可以改用它。</p>
      )}
      {errors.cover_page && (
        <FormError tabIndex={-1} className="mt-2 text-xs text-error">
          {errors.cover_page}
        </FormError>
      )}
      {media.locked && stored > 0 && (
        <div className="mt-6">
          <FreeCount
            free={free}
            last={stored}
            unit="张"
            title="免费预览张数"
            advice={form.price_type === 'free' ? '' : `现在所有图片都会公开，付费${kind.noun}建议少公开几张`}
            onChange={(free_pages) => onChange({ free_pages })}
          />
        </div>
      )}
    </section>
  );
}

/** How far all of the chosen pictures are. */
function Whole({ pictures }: { pictures: PicturesState }) {
  const whole = wholeProgress(pictures.list);
  if (!whole) return null;
  return (
    <div className="mt-3 grid gap-1">
      <progress className="progress progress-primary w-full" value={whole.percent} max={100} aria-label="全部图片的上传进度" />
      <p role="status" className="num text-xs text-muted">
        已上传 {whole.done} / {whole.count} 张 · {whole.percent}%
      </p>
    </div>
  );
}

interface PicturesDropProps {
  max: number;
  compact: boolean;
  invalid: boolean;
  onFiles(files: readonly File[]): void;
}

function PicturesDrop({ max, compact, invalid, onFiles }: PicturesDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-invalid={invalid}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          onFiles([...event.dataTransfer.files]);
        }}
        className={classNames(
          'grid w-full justify-items-center gap-1 rounded-box border-2 border-dashed px-4 text-center transition',
          compact ? 'py-3' : 'py-10',
          over ? 'border-primary bg-tint' : invalid ? 'border-error bg-base-100' : 'border-line bg-ground hover:border-muted',
        )}
      >
        <ImagePlus size={compact ? 20 : 36} className="text-primary" aria-hidden="true" />
        <span className={classNames('font-semibold', !compact && 'mt-2 text-base')}>
          {compact ? '添加图片' : <DropWords what="图片" />}
        </span>
        {!compact && <span className="text-muted">JPG、PNG 或 WebP，每张最大 60 MB，一次可选多张，最多 {max} 张</span>}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPT}
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        data-testid="pictures"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
