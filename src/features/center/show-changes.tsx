import { ApiError } from '#client/api-error.ts';
import { toastError } from '#client/toast.ts';
import type { LibraryChanges } from '#contract/center.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { timeText } from '#ui/time-text.ts';
import { loadChanges } from './own-lists.ts';

/** Opens the version that the reader got beside the newest one. */
export async function showChanges(id: number): Promise<void> {
  try {
    const changes = await loadChanges(id);
    await openDialog<void>((close) => <ChangesDialog id={id} changes={changes} close={() => close()} />);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toastError(error.msg);
  }
}

const TYPES = { new: '新增', changed: '改动', gone: '删除', moved: '调整顺序' } as const;

function ChangesDialog({ id, changes, close }: { id: number; changes: LibraryChanges; close(): void }) {
  const { title, versions, unit, list, total } = changes;
  const [had, newest] = versions;
  if (!had || !newest) return null;
  const take = async () => {
    const { downloadItem } = await import('../download/download.ts');
    await downloadItem(id, { version: newest.version });
  };
  return (
    <Dialog open title="新版本的变化" width={640} onClose={close}>
      <div className="grid gap-3">
        <p className="font-semibold">{title}</p>
        <p className="num text-xs text-muted">
          {timeText(newest.published_at)} 更新{newest.pages > 0 && `，${had.pages} → ${newest.pages} ${unit}`}
        </p>
        {newest.note && <p className="whitespace-pre-line">{newest.note}</p>}
        {total === 0 && <p className="text-muted">没有可以逐{unit}比较的变化，请以更新说明为准。</p>}
        <ul className="grid max-h-96 gap-4 overflow-y-auto" aria-label={`有变化的${unit}`} {...(total > 0 ? { tabIndex: 0 } : {})}>
          {list.map(({ type, before, after }) => (
            <li key={`${before?.page_no}-${after?.page_no}`}>
              <p className="mb-1 text-xs font-semibold">{TYPES[type]}</p>
              <div className="grid grid-cols-2 gap-2">
                <Shown page={before} label="原版" unit={unit} />
                <Shown page={after} label="新版" unit={unit} />
              </div>
            </li>
          ))}
        </ul>
        {total > list.length && (
          <p className="num text-xs text-muted">
            共 {total} {unit}有变化，先列出 {list.length} {unit}。
          </p>
        )}
        <div>
          <Button look="primary" onClick={() => void take()}>
            下载新版本
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Shown({ page, label, unit }: { page: LibraryChanges['list'][number]['before']; label: string; unit: string }) {
  if (!page)
    return (
      <div className="grid min-h-16 place-items-center rounded-field bg-ground text-xs text-muted">
        {label}没有这{unit}
      </div>
    );
  const { src, width, height } = page.thumb;
  return (
    <figure>
      <img src={src} width={width} height={height} alt="" loading="lazy" className="h-auto w-full rounded-field border border-line" />
      <figcaption className="num mt-0.5 text-xs text-muted">
        {label}第 {page.page_no} {unit}
      </figcaption>
    </figure>
  );
}
