import { useState } from 'react';
import { type PrivatePage, REASON_MAX, type ReviewRow } from '#contract/publish.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FieldShell } from '../../ui/Field.tsx';
import { priceText } from '../../ui/price-text.ts';
import { PageViewer } from './PageViewer.tsx';

export interface ReviewDeskProps {
  list: ReviewRow[];
  total: number;
  current: number | null;
  pages: PrivatePage[] | string | null;
  deciding: boolean;
  onChoose: (id: number) => void;
  onRetry: () => void;
  onApprove: () => Promise<void>;
  onReject: (reason: string) => Promise<void>;
}

const REASONS = ['含有联系方式或二维码', '页面模糊或缺页', '标题与内容不符', '疑似侵权，请提供授权说明'];

/** The queue on the left, the scheme and the decision on the right. */
export function ReviewDesk({ list, total, current, pages, deciding, onChoose, onRetry, onApprove, onReject }: ReviewDeskProps) {
  const row = list.find((candidate) => candidate.id === current);
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[280px_minmax(0,1fr)]">
      <nav className="panel max-h-[70vh] overflow-y-auto p-2 max-lg:max-h-56" aria-label="待审核的方案">
        <p className="num px-2 py-1 text-xs text-muted">共 {total} 份待审核，先提交的在前</p>
        <ul className="grid gap-1">
          {list.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                aria-current={item.id === current ? 'true' : undefined}
                onClick={() => onChoose(item.id)}
                className={classNames('flex w-full gap-3 rounded-field p-2 text-left', item.id === current ? 'bg-tint' : 'hover:bg-ground')}
              >
                <img src={item.cover_src} alt="" className="h-12 w-20 shrink-0 rounded-field bg-ground object-cover" loading="lazy" />
                <span className="min-w-0">
                  <span className="line-clamp-2 font-semibold">{item.title}</span>
                  <span className="block truncate text-xs text-muted">{item.publisher.nickname}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {row && (
        <article className="panel grid min-w-0 grid-cols-1 gap-5 p-5 md:p-6" aria-label={row.title}>
          <Facts row={row} />
          {typeof pages === 'string' ? (
            <ErrorState message={pages} onRetry={onRetry} />
          ) : (
            <PageViewer key={row.id} pages={pages} free_pages={row.free_pages} title={row.title} />
          )}
          <Decision key={`decide-${row.id}`} deciding={deciding} onApprove={onApprove} onReject={onReject} />
        </article>
      )}
    </div>
  );
}

function Facts({ row }: { row: ReviewRow }) {
  const sell = row.vip_only ? '会员专享' : row.price === 0 ? '免费' : '';
  return (
    <header className="grid gap-2">
      <h2 className="text-lg font-semibold">{row.title}</h2>
      <p className="num flex flex-wrap gap-x-4 gap-y-1 text-muted">
        <span>{row.publisher.nickname}</span>
        <span>{row.category}</span>
        <span>
          {row.format.toUpperCase()} · {row.pages} 页（免费 {row.free_pages} 页）
        </span>
        <span className="font-semibold text-primary">
          {[sell, row.price > 0 && `¥${priceText(row.price)}`].filter(Boolean).join(' · ')}
        </span>
      </p>
      {row.introduction && <p className="whitespace-pre-line lg:max-h-32 lg:overflow-y-auto">{row.introduction}</p>}
      {row.tags.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="标签">
          {row.tags.map((tag) => (
            <li key={tag} className="rounded-full bg-ground px-3 py-1 text-xs">
              {tag}
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}

function Decision({ deciding, onApprove, onReject }: Pick<ReviewDeskProps, 'deciding' | 'onApprove' | 'onReject'>) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const reject = async () => {
    if (reason.trim() === '') {
      setError('请填写未通过的原因');
      document.querySelector<HTMLElement>('dialog textarea')?.focus();
      return;
    }
    setOpen(false);
    await onReject(reason);
  };
  return (
    <div className="sticky bottom-0 flex gap-3 border-t border-line bg-base-100 py-3">
      <Button look="primary" busy={deciding} onClick={() => void onApprove()}>
        通过并上架
      </Button>
      <Button disabled={deciding} onClick={() => setOpen(true)}>
        退回
      </Button>
      <Dialog open={open} title="退回这份方案" width={480} onClose={() => setOpen(false)}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void reject();
          }}
        >
          <FieldShell label="原因" required error={error} hint="发布者会看到这段文字">
            {(control) => (
              <textarea
                {...control}
                className="textarea w-full"
                rows={4}
                maxLength={REASON_MAX}
                value={reason}
                onChange={(event) => {
                  setReason(event.target.value);
                  setError(null);
                }}
              />
            )}
          </FieldShell>
          <p className="mb-4 flex flex-wrap gap-2">
            {REASONS.map((text) => (
              <button
                key={text}
                type="button"
                className="rounded-full bg-ground px-3 py-1 text-xs hover:text-primary"
                onClick={() => setReason(text)}
              >
                {text}
              </button>
            ))}
          </p>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>取消</Button>
            <Button type="submit" look="primary">
              确认退回
            </Button>
          </div>
        </form>
      </Dialog>
    </div>
  );
}
