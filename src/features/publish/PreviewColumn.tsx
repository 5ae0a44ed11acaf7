import type { ReactNode } from 'react';
import type { FileState, ItemForm, PublishOptions, SignedPicture } from '#contract/publish.ts';
import { priceText } from '../../ui/price-text.ts';
import type { SaveState, Upload } from './publish.store.ts';
import { renderText } from './RenderStatus.tsx';

export interface PreviewColumnProps {
  form: ItemForm;
  options: PublishOptions;
  file: FileState | null;
  upload: Upload | null;
  cover: SignedPicture | null;
  save: SaveState;
  onSave: () => void;
  /** The main button. */
  children: ReactNode;
}

/** The card as readers will see it, what is still missing, and the one way on. */
export function PreviewColumn({ form, options, file, upload, cover, save, onSave, children }: PreviewColumnProps) {
  return (
    <aside className="grid gap-4 lg:sticky lg:top-20" aria-label="预览与发布">
      <div className="panel overflow-hidden">
        <p className="px-4 pt-4 text-xs text-muted">列表里的样子</p>
        <Card form={form} options={options} file={file} cover={cover} />
      </div>
      <div className="panel grid gap-4 p-4">
        <ul className="grid gap-2">
          <Step done={file?.render.status === 'done'} text={fileText(file, upload)} />
          <Step done={form.title.trim().length >= 4 && form.category_id !== null} text="标题与分类" />
          <Step done={form.price_type !== 'paid' || form.price.trim() !== ''} text="收费方式" />
        </ul>
        {children}
        <SaveLine save={save} onSave={onSave} />
        {options.held_for_review && <p className="text-xs text-muted">提交后由审核员查看，通过前只有您自己能看到。</p>}
      </div>
    </aside>
  );
}

function Card({ form, options, file, cover }: Pick<PreviewColumnProps, 'form' | 'options' | 'file' | 'cover'>) {
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
  const yuan = Number(form.price);
  const priced = form.price.trim() !== '' && Number.isFinite(yuan);
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

function fileText(file: FileState | null, upload: Upload | null): string {
  if (upload?.stopped) return upload.stopped.can_resume ? '文件上传中断' : '文件不符合要求';
  if (upload) return '文件上传中';
  if (!file) return '方案文件';
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

function SaveLine({ save, onSave }: { save: SaveState; onSave: () => void }) {
  if (save.kind === 'none') return <p className="text-center text-xs text-muted">填写的内容会自动存为草稿</p>;
  if (save.kind === 'failed') {
    return (
      <p role="alert" className="text-center text-xs text-error">
        {save.msg}{' '}
        <button type="button" className="underline" onClick={onSave}>
          重试
        </button>
      </p>
    );
  }
  const text = save.kind === 'saved' ? `草稿已保存 ${clockText(save.at_s)}` : '正在保存草稿…';
  return (
    <p role="status" className="num text-center text-xs text-muted">
      {text}
    </p>
  );
}

function clockText(at_s: number): string {
  return new Date(at_s * 1000).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
}
