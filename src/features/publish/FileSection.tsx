import { FileText, ImagePlus, Minus, Plus } from 'lucide-react';
import { useId, useRef } from 'react';
import type { KindFacts } from '#contract/kinds.ts';
import type { FileState, FormErrors, ItemForm, SignedPicture } from '#contract/publish.ts';
import { classNames } from '../../ui/class-names.ts';
import { DropZone } from './DropZone.tsx';
import { sizeText } from './file-size.ts';
import type { Upload } from './publish.store.ts';
import { RenderStatus } from './RenderStatus.tsx';
import { UploadStatus } from './UploadStatus.tsx';

export interface FileSectionProps {
  kind: KindFacts;
  file: FileState | null;
  upload: Upload | null;
  form: ItemForm;
  errors: FormErrors;
  cover: SignedPicture | null;
  cover_busy: boolean;
  pptx_supported: boolean;
  onFile(file: File): void;
  onCancel(): void;
  onResume(): void;
  onCover(file: File): void;
  onChange(patch: Partial<ItemForm>): void;
}

/** The file on its way to become pages, then cover and free pages chosen from them. */
export function FileSection(props: FileSectionProps) {
  const { kind, file, upload, errors, pptx_supported, onFile, onCancel, onResume } = props;
  const id = useId();
  const formats = kind.formats.filter((format) => format !== 'pptx' || pptx_supported);
  // an upload that stopped and pages that failed say themselves what is wrong
  const told = Boolean(upload?.stopped) || (!upload && file?.render.status === 'failed');
  return (
    <section className="panel p-5 md:p-6" aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-base font-semibold">
        {kind.noun}文件
      </h2>
      {upload ? (
        <UploadStatus upload={upload} formats={formats} onCancel={onCancel} onResume={onResume} onFile={onFile} />
      ) : file ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div className="flex flex-wrap items-center gap-3">
            <span className="grid size-11 shrink-0 place-items-center rounded-field bg-tint text-primary">
              <FileText size={22} aria-hidden="true" />
            </span>
            <div className="min-w-0 flex-1 basis-40">
              <p className="truncate font-semibold">{file.file.name}</p>
              <p className="num text-xs text-muted">
                {file.file.type.toUpperCase()} · {sizeText(file.file.size_bytes)}
                {file.render.page_count > 0 && ` · ${file.render.page_count} 页`}
              </p>
            </div>
            <DropZone compact formats={formats} invalid={false} onFile={onFile} />
          </div>
          <RenderStatus render={file.render} />
        </div>
      ) : (
        <DropZone formats={formats} invalid={Boolean(errors.file_id)} onFile={onFile} />
      )}
      {errors.file_id && !told && (
        <p role="alert" tabIndex={-1} className="mt-2 text-xs text-error">
          {errors.file_id}
        </p>
      )}
      {file && file.pages.length > 0 && <PageChoices {...props} file={file} />}
    </section>
  );
}

function PageChoices({ kind, file, form, errors, cover, cover_busy, onCover, onChange }: FileSectionProps & { file: FileState }) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const last = Math.max(1, file.render.page_count || file.pages.length);
  const free = Math.min(form.free_pages, last);
  const setFree = (value: number) => onChange({ free_pages: Math.max(1, Math.min(last, value)) });
  return (
    <div className="mt-6 grid grid-cols-1 gap-6">
      <div>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h3 id={`${id}-cover`} className="font-semibold">
            封面
          </h3>
          <button type="button" className="btn btn-ghost btn-sm" disabled={cover_busy} onClick={() => input.current?.click()}>
            {cover_busy ? (
              <span className="loading loading-spinner loading-xs" aria-hidden="true" />
            ) : (
              <ImagePlus size={16} aria-hidden="true" />
            )}
            上传图片作封面
          </button>
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            className="hidden"
            tabIndex={-1}
            aria-hidden="true"
            onChange={(event) => {
              const chosen = event.target.files?.[0];
              if (chosen) onCover(chosen);
              event.target.value = '';
            }}
          />
        </div>
        <ul className="flex gap-3 overflow-x-auto p-1 pb-3" aria-labelledby={`${id}-cover`}>
          {cover && form.cover_file_id !== null && (
            <li>
              <PageButton
                label="上传的封面"
                src={cover.src}
                chosen={form.cover_page === null}
                onChoose={() => onChange({ cover_page: null })}
              />
            </li>
          )}
          {file.pages.slice(0, 60).map((page) => (
            <li key={page.page_no}>
              <PageButton
                label={`第 ${page.page_no} 页`}
                src={page.thumb.src}
                chosen={form.cover_page === page.page_no}
                locked={page.page_no > free}
                onChoose={() => onChange({ cover_page: page.page_no, cover_file_id: null })}
              />
            </li>
          ))}
        </ul>
        {errors.cover_page && (
          <p role="alert" className="text-xs text-error">
            {errors.cover_page}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div>
          <h3 id={`${id}-free`} className="font-semibold">
            免费预览页数
          </h3>
          <p className="text-xs text-muted">所有人都能看到的前几页，共 {last} 页</p>
          {form.price_type !== 'free' && free >= last && (
            <p role="status" className="text-xs text-gold-ink">
              现在所有页面都会公开，付费{kind.noun}建议少公开几页
            </p>
          )}
        </div>
        <fieldset className="join" aria-labelledby={`${id}-free`}>
          <button
            type="button"
            className="btn join-item btn-square"
            aria-label="减少一页"
            disabled={free <= 1}
            onClick={() => setFree(free - 1)}
          >
            <Minus size={16} aria-hidden="true" />
          </button>
          <input
            className="input join-item num w-16 text-center"
            inputMode="numeric"
            aria-label="免费预览页数"
            value={free}
            onChange={(event) => setFree(Number(event.target.value.replace(/\D/g, '')) || 1)}
          />
          <button
            type="button"
            className="btn join-item btn-square"
            aria-label="增加一页"
            disabled={free >= last}
            onClick={() => setFree(free + 1)}
          >
            <Plus size={16} aria-hidden="true" />
          </button>
        </fieldset>
      </div>
    </div>
  );
}

interface PageButtonProps {
  label: string;
  src: string;
  chosen: boolean;
  locked?: boolean;
  onChoose(): void;
}

function PageButton({ label, src, chosen, locked = false, onChoose }: PageButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={classNames(
        'block w-36 overflow-hidden rounded-field bg-base-100 text-left ring-1 transition',
        chosen ? 'ring-2 ring-primary' : 'ring-line hover:ring-muted',
      )}
    >
      <img src={src} alt="" loading="lazy" className="aspect-video w-full bg-ground object-cover" />
      <span className="flex justify-between px-2 py-1 text-xs">
        <span className={chosen ? 'font-semibold text-primary' : ''}>{chosen ? '封面' : label}</span>
        <span className="text-muted">{locked ? '付费' : ''}</span>
      </span>
    </button>
  );
}
