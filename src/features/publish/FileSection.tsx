import { FileText } from 'lucide-react';
import { useId } from 'react';
import type { KindFacts } from '#contract/kinds.ts';
import type { FileState, FormErrors, ItemForm, SignedPicture } from '#contract/publish.ts';
import { DropZone } from '#kit/upload/DropZone.tsx';
import { sizeText } from '#kit/upload/file-size.ts';
import type { Upload } from '#kit/upload/single-upload.ts';
import { UploadCover } from '#kit/upload/UploadCover.tsx';
import { UploadStatus } from '#kit/upload/UploadStatus.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { FormError } from '#ui/FormError.tsx';
import { FreeCount } from './FreeCount.tsx';
import { RenderStatus } from './RenderStatus.tsx';

export interface FileSectionProps {
  kind: KindFacts;
  file: FileState | null;
  /** The file is a picture that is not shown yet. */
  flat: boolean;
  upload: Upload | null;
  form: ItemForm;
  errors: FormErrors;
  cover: SignedPicture | null;
  cover_busy: boolean;
  pptx_supported: boolean;
  onFile(file: File): void;
  onCancel(): void;
  onResume(): void;
  onShowFlat(): void;
  onRetry(): Promise<void>;
  onCover(file: File): void;
  onChange(patch: Partial<ItemForm>): void;
}

/** The file that is sold: on its way to become pages, then cover and free pages chosen from them; or a file of another program, as it is. */
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
          <RenderStatus render={file.render} onRetry={props.onRetry} />
          {props.flat && (
            <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
              <Button size="sm" onClick={props.onShowFlat}>
                用这张图作展示图
              </Button>
              展示图会缩小并去除拍摄信息，原文件只给买家。
            </p>
          )}
        </div>
      ) : (
        <DropZone
          formats={formats}
          invalid={Boolean(errors.file_id)}
          {...(kind.media ? { limit: '最大 300 MB，买家得到的就是这个文件' } : {})}
          onFile={onFile}
        />
      )}
      {errors.file_id && !told && (
        <FormError tabIndex={-1} className="mt-2 text-xs text-error">
          {errors.file_id}
        </FormError>
      )}
      {file && file.pages.length > 0 && <PageChoices {...props} file={file} />}
    </section>
  );
}

function PageChoices({ kind, file, form, errors, cover, cover_busy, onCover, onChange }: FileSectionProps & { file: FileState }) {
  const id = useId();
  const last = Math.max(1, file.render.page_count || file.pages.length);
  const free = Math.min(form.free_pages, last);
  return (
    <div className="mt-6 grid grid-cols-1 gap-6">
      <div>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h3 id={`${id}-cover`} className="font-semibold">
            封面
          </h3>
          <UploadCover busy={cover_busy} onCover={onCover} />
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
                onChoose={() => onChange({ cover_page: page.page_no, cover_file_id: null, cover_focus: null })}
              />
            </li>
          ))}
        </ul>
        {errors.cover_page && <FormError className="text-xs text-error">{errors.cover_page}</FormError>}
      </div>
      <FreeCount
        free={free}
        last={last}
        unit="页"
        title="免费预览页数"
        advice={form.price_type === 'free' ? '' : `现在所有页面都会公开，付费${kind.noun}建议少公开几页`}
        onChange={(free_pages) => onChange({ free_pages })}
      />
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
      className={classNames('block w-36 overflow-hidden rounded-field bg-base-100 text-left framed', chosen && 'framed-chosen')}
    >
      <img src={src} alt="" loading="lazy" className="aspect-video w-full bg-ground object-cover" />
      <span className="flex justify-between px-2 py-1 text-xs">
        <span className={chosen ? 'font-semibold text-primary' : ''}>{chosen ? '封面' : label}</span>
        <span className="text-muted">{locked ? '付费' : ''}</span>
      </span>
    </button>
  );
}
