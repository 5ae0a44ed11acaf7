import type { KeyboardEvent, ReactNode } from 'react';
import { checkFields } from '#contract/fields.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { type FileState, type Focus, type ItemForm, type PublishOptions, plainPrice } from '#contract/publish.ts';
import { type SaveActs, SaveLine } from '#kit/SaveLine.tsx';
import type { Upload } from '#kit/upload/single-upload.ts';
import { priceText } from '#ui/price-text.ts';
import type { PublishState } from './publish.store.ts';
import { renderText } from './RenderStatus.tsx';

export interface CoverFocusProps {
  src: string;
  focus: Focus | null;
  onChange(focus: Focus): void;
}

const STEP = 10;
const MIDDLE: Focus = { x: 50, y: 50 };
const toStep = (value: number) => Math.max(0, Math.min(100, Math.round(value / STEP) * STEP));

/** The whole cover; a press, or the arrow keys, say what must be seen where lists cut it. */
export function CoverFocus({ src, focus, onChange }: CoverFocusProps) {
  const { x, y } = focus ?? MIDDLE;
  const byKey = (event: KeyboardEvent) => {
    const [dx, dy] = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key] ?? [];
    if (dx === undefined || dy === undefined) return;
    event.preventDefault();
    onChange({ x: toStep(x + dx), y: toStep(y + dy) });
  };
  return (
    <button
      type="button"
      className="relative block w-full overflow-hidden rounded-field bg-ground"
      aria-label={`封面焦点：横向 ${x}%，纵向 ${y}%。点击图片或按方向键调整`}
      onKeyDown={byKey}
      onClick={(event) => {
        // pressed by a key: there is no place in it
        if (event.detail === 0) return;
        const box = event.currentTarget.getBoundingClientRect();
        onChange({ x: toStep(((event.clientX - box.left) / box.width) * 100), y: toStep(((event.clientY - box.top) / box.height) * 100) });
      }}
    >
      <img src={src} alt="" className="block w-full" />
      <span aria-hidden="true" className="focus-dot pointer-events-none absolute rounded-full" style={{ left: `${x}%`, top: `${y}%` }} />
    </button>
  );
}

export interface PreviewColumnProps {
  kind: KindFacts;
  state: PublishState;
  options: PublishOptions;
  acts: SaveActs;
  onChange(patch: Partial<ItemForm>): void;
  /** The main button. */
  children: ReactNode;
}

/** The card as readers will see it, what is still missing, and the one way on. */
export function PreviewColumn({ kind, state, options, acts, onChange, children }: PreviewColumnProps) {
  const { form, file, upload, pictures } = state;
  const src = coverSrc(state);
  return (
    <aside className="grid gap-4 lg:sticky lg:top-20" aria-label="预览与发布">
      {(kind.media || kind.formats.length > 0) && (
        <div className="panel overflow-hidden">
          <p className="px-4 pt-4 text-xs text-muted">列表里的样子</p>
          <Card kind={kind} form={form} options={options} src={src} count={countText(state)} />
          {src && (
            <details className="px-4 pb-4">
              <summary className="text-xs text-muted">调整封面焦点</summary>
              <p className="my-2 text-xs text-muted">列表会裁切封面，点一下图里最重要的位置。</p>
              <CoverFocus src={src} focus={form.cover_focus} onChange={(cover_focus) => onChange({ cover_focus })} />
            </details>
          )}
        </div>
      )}
      <div className="panel grid gap-4 p-4">
        <ul className="grid gap-2">
          {kind.media && kind.media.pictures.max > 0 && (kind.media.pictures.min > 0 || form.pictures.length > 0) && (
            <Step
              done={form.pictures.length >= Math.max(1, kind.media.pictures.min) && pictures.list.every(({ state: is }) => is === 'stored')}
              text={form.pictures.length > 0 ? `${form.pictures.length} 张图片` : '图片'}
            />
          )}
          {kind.media?.video_required && <Step done={form.video_file_id !== null} text="视频" />}
          {kind.formats.length > 0 && <Step done={file?.render.status === 'done'} text={fileText(kind, file, upload)} />}
          <Step
            done={
              form.title.trim().length >= 4 &&
              form.category_id !== null &&
              kind.facets.every(({ key, required }) => !required || form.terms[key] !== undefined)
            }
            text="标题与分类"
          />
          {kind.fields?.some((field) => field.required) && (
            <Step done={Object.keys(checkFields(kind, form.fields)).length === 0} text={`${kind.noun}资料`} />
          )}
          {kind.sale && <Step done={form.price_type !== 'paid' || form.price.trim() !== ''} text="收费方式" />}
        </ul>
        {children}
        <SaveLine save={state.save} acts={acts} saved={savedText(state)} className="text-center" />
        {options.held_for_review && <p className="text-xs text-muted">提交后由审核员查看，通过前只有您自己能看到。</p>}
      </div>
    </aside>
  );
}

/** Of the chosen page, picture or upload; empty while there is none. */
function coverSrc({ form, file, cover, pictures }: PublishState): string {
  if (form.cover_file_id !== null && form.cover_page === null) return cover?.src ?? '';
  const file_id = form.pictures[(form.cover_page ?? 1) - 1];
  if (file_id !== undefined) return pictures.list.find((entry) => entry.file_id === file_id)?.src ?? '';
  return file?.pages.find((page) => page.page_no === form.cover_page)?.full.src ?? '';
}

function countText({ form, file }: PublishState): string {
  if (form.pictures.length > 0) return `${form.pictures.length} 张`;
  return file && file.render.page_count > 0 ? `${file.render.page_count} 页` : '';
}

interface CardProps {
  kind: KindFacts;
  form: ItemForm;
  options: PublishOptions;
  src: string;
  count: string;
}

function Card({ kind, form, options, src, count }: CardProps) {
  const { x, y } = form.cover_focus ?? { x: 50, y: 50 };
  const category = options.categories.find((term) => term.id === form.category_id)?.name;
  return (
    <div className="p-4">
      <div className="aspect-[16/10] overflow-hidden rounded-field bg-ground">
        {src ? (
          <img src={src} alt="" className="size-full object-cover" style={{ objectPosition: `${x}% ${y}%` }} />
        ) : (
          <div className="grid size-full place-items-center text-muted">上传后显示封面</div>
        )}
      </div>
      <p className="mt-3 line-clamp-2 min-h-[3.2em] font-semibold">{form.title.trim() || '标题会显示在这里'}</p>
      <p className="mt-1 flex items-center justify-between gap-2">
        <span className="text-xs text-muted">{[category, count].filter(Boolean).join(' · ')}</span>
        {kind.sale && <PriceTag form={form} />}
      </p>
    </div>
  );
}

function PriceTag({ form }: { form: ItemForm }) {
  if (form.price_type === 'free') return <span className="font-semibold text-success">免费</span>;
  const yuan = Number(plainPrice(form.price));
  const priced = form.price.trim() !== '' && Number.isFinite(yuan) && yuan > 0;
  return (
    <span className="flex items-baseline gap-2">
      {form.price_type === 'vip' && <span className="rounded-field bg-gold-tint px-2 text-xs text-gold-ink">会员专享</span>}
      {priced && <span className="num font-semibold text-primary">¥{priceText(yuan)}</span>}
    </span>
  );
}

function fileText(kind: KindFacts, file: FileState | null, upload: Upload | null): string {
  if (upload?.stopped) return upload.stopped.can_resume ? '文件上传中断' : '文件不符合要求';
  if (upload) return '文件上传中';
  if (!file) return `${kind.noun}文件`;
  if (file.render.status === 'done') return file.render.page_count > 0 ? `${file.render.page_count} 页已就绪` : '文件已就绪';
  if (file.render.status === 'failed') return '文件处理失败';
  return renderText(file.render).split('，')[0] ?? '';
}

function Step({ done, text }: { done: boolean; text: string }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden="true" className={done ? 'step-dot bg-success text-success-content' : 'step-dot border border-line'}>
        {done ? '✓' : ''}
      </span>
      <span className={done ? '' : 'text-muted'}>{text}</span>
      <span className="sr-only">{done ? '已完成' : '未完成'}</span>
    </li>
  );
}

/** Where the saved text is, and whether readers see it. */
function savedText({ save, known, changed }: PublishState): string {
  const of_public = known?.was_published && (known.status === 'published' || known.status === 'reviewing');
  const clock = save.kind === 'saved' ? clockText(save.at_s) : '';
  if (!of_public) return `草稿已保存 ${clock}`;
  return changed ? `修改已存为草稿 ${clock}，提交后读者才能看到` : '与读者看到的内容一致';
}

function clockText(at_s: number): string {
  return new Date(at_s * 1000).toLocaleTimeString('zh-CN', { timeZone: 'Asia/Shanghai', timeStyle: 'medium', hour12: false });
}
