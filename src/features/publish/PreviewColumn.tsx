import type { ReactNode } from 'react';
import type { KindFacts } from '#contract/kinds.ts';
import { type FileState, type ItemForm, type PublishOptions, plainPrice, type SignedPicture } from '#contract/publish.ts';
import { priceText } from '../../ui/price-text.ts';
import type { PublishState, Upload } from './publish.store.ts';
import { renderText } from './RenderStatus.tsx';

export interface PreviewColumnProps {
  kind: KindFacts;
  state: PublishState;
  options: PublishOptions;
  onSave(): void;
  /** The main button. */
  children: ReactNode;
}

/** The card as readers will see it, what is still missing, and the one way on. */
export function PreviewColumn({ kind, state, options, onSave, children }: PreviewColumnProps) {
  const { form, file, upload, cover } = state;
  return (
    <aside className="grid gap-4 lg:sticky lg:top-20" aria-label="预览与发布">
      <div className="panel overflow-hidden">
        <p className="px-4 pt-4 text-xs text-muted">列表里的样子</p>
        <Card form={form} options={options} file={file} cover={cover} />
      </div>
      <div className="panel grid gap-4 p-4">
        <ul className="grid gap-2">
          {kind.formats.length > 0 && <Step done={file?.render.status === 'done'} text={fileText(kind, file, upload)} />}
          <Step done={form.title.trim().length >= 4 && form.category_id !== null} text="标题与分类" />
          <Step done={form.price_type !== 'paid' || form.price.trim() !== ''} text="收费方式" />
        </ul>
        {children}
        <SaveLine state={state} onSave={onSave} />
        {options.held_for_review && <p className="text-xs text-muted">提交后由审核员查看，通过前只有您自己能看到。</p>}
      </div>
    </aside>
  );
}

interface CardProps {
  form: ItemForm;
  options: PublishOptions;
  file: FileState | null;
  cover: SignedPicture | null;
}

function Card({ form, options, file, cover }: CardProps) {
  const page = file?.pages.find((candidate) => candidate.page_no === form.cover_page);
  const src = form.cover_file_id !== null && form.cover_page === null ? cover?.src : page?.full.src;
  const category = options.categories.find((term) => term.id === form.category_id)?.name;
  return (
    <div className="p-4">
      <div className="aspect-[16/10] overflow-hidden rounded-field bg-ground">
        {src ? (
          <img src={src} alt="" className="size-full object-cover" />
        ) : (
          <div className="grid size-full place-items-center text-muted">上传文件后显示封面</div>
        )}
      </div>
      <p className="mt-3 line-clamp-2 min-h-[3.2em] font-semibold">{form.title.trim() || '标题会显示在这里'}</p>
      <p className="mt-1 flex items-center justify-between gap-2">
        <span className="text-xs text-muted">{[category, pagesText(file)].filter(Boolean).join(' · ')}</span>
        <PriceTag form={form} />
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

function pagesText(file: FileState | null): string {
  return file && file.render.page_count > 0 ? `${file.render.page_count} 页` : '';
}

function fileText(kind: KindFacts, file: FileState | null, upload: Upload | null): string {
  if (upload?.stopped) return upload.stopped.can_resume ? '文件上传中断' : '文件不符合要求';
  if (upload) return '文件上传中';
  if (!file) return `${kind.noun}文件`;
  if (file.render.status === 'done') return `${file.render.page_count} 页已就绪`;
  if (file.render.status === 'failed') return '文件处理失败';
  return renderText(file.render).split('，')[0] ?? '';
}

function Step({ done, text }: { done: boolean; text: string }) {
  return (
    <li className="flex items-center gap-2">
      <span
        aria-hidden="true"
        className={
          done
            ? 'grid size-5 place-items-center rounded-full bg-success text-xs text-success-content'
            : 'size-5 rounded-full ring-1 ring-muted/50 ring-inset'
        }
      >
        {done ? '✓' : ''}
      </span>
      <span className={done ? '' : 'text-muted'}>{text}</span>
      <span className="sr-only">{done ? '已完成' : '未完成'}</span>
    </li>
  );
}

/** Where the typed text is, and whether readers see it. */
function SaveLine({ state: { save, known, changed }, onSave }: { state: PublishState; onSave(): void }) {
  const of_public = known?.was_published && (known.status === 'published' || known.status === 'reviewing');
  if (save.kind === 'none') return <p className="text-center text-xs text-muted">填写的内容会自动存为草稿</p>;
  if (save.kind === 'failed') {
    return (
      <p role="alert" className="text-center text-xs text-error">
        {save.message}{' '}
        <button type="button" className="underline" onClick={onSave}>
          重试
        </button>
      </p>
    );
  }
  return (
    <p role="status" className="num text-center text-xs text-muted">
      {save.kind === 'saved' ? savedText(clockText(save.at_s), Boolean(of_public), changed) : '正在保存草稿…'}
    </p>
  );
}

function savedText(clock: string, of_public: boolean, changed: boolean): string {
  if (!of_public) return `草稿已保存 ${clock}`;
  return changed ? `修改已存为草稿 ${clock}，提交后读者才能看到` : '与读者看到的内容一致';
}

function clockText(at_s: number): string {
  return new Date(at_s * 1000).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
}
