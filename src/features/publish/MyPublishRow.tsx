import { FileText } from 'lucide-react';
import { inName } from '#client/in-name-of.ts';
import { ITEM_STATUS_TEXT, type ItemStatus, type PublishedRow } from '#contract/publish.ts';
import { Button } from '#ui/Button.tsx';
import { amountText, countText, priceText } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import { PreviewButton } from './PreviewButton.tsx';
import type { PublishKind } from './publish-kind.ts';
import { RenderStatus } from './RenderStatus.tsx';

export type RowAction = 'retry' | 'down' | 'withdraw' | 'restore' | 'schedule' | 'delete';

const LOOK: Record<ItemStatus, string> = {
  draft: 'bg-ground text-muted',
  rendering: 'bg-gold-tint text-gold-ink',
  reviewing: 'bg-gold-tint text-gold-ink',
  rejected: 'bg-tint text-error',
  scheduled: 'bg-gold-tint text-gold-ink',
  published: 'bg-ground text-success',
  taken_down: 'bg-ground text-muted',
  failed: 'bg-tint text-error',
};

export interface MyPublishRowProps {
  kind: PublishKind;
  row: PublishedRow;
  busy: boolean;
  onAction(action: RowAction): void;
}

/** One own work: what it is, how it stands, what it earned once it was on the site, what can be done. */
export function MyPublishRow({ kind, row, busy, onAction }: MyPublishRowProps) {
  const title = row.title || `未命名${kind.noun}`;
  return (
    <div className="publish-row py-4">
      <div className="aspect-[16/10] w-28 shrink-0 self-start overflow-hidden rounded-field border border-line bg-ground">
        {row.cover_src ? (
          <img src={row.cover_src} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <span className="grid size-full place-items-center text-muted">
            <FileText size={24} aria-hidden="true" />
          </span>
        )}
      </div>
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-2">
          <span className={`rounded-field px-2 py-0.5 text-xs ${LOOK[row.status]}`}>{ITEM_STATUS_TEXT[row.status]}</span>
          <span className="text-xs text-muted">{dateText(row)}</span>
        </p>
        <p className="mt-1 line-clamp-2 font-semibold">
          {row.status === 'published' ? (
            <a className="hover:text-primary" href={`${kind.detail}?id=${row.id}`}>
              {title}
            </a>
          ) : (
            title
          )}
        </p>
        <p className="num mt-1 text-xs text-muted">
          {[kind.noun, kind.sold && sellText(row), row.format.toUpperCase(), row.pages > 0 && `${row.pages} ${kind.unit}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {row.publish_at > 0 && row.published_at === 0 && (
          <p className="num mt-1 text-xs text-gold-ink">
            {UNSENT.includes(row.status) && '提交后'}定于 {timeText(row.publish_at)} 发布
          </p>
        )}
        {row.reject_reason && <p className="mt-2 text-error">{row.reject_reason}</p>}
        {row.render && !(row.status === 'failed') && (
          <div className="mt-2 max-w-80">
            <RenderStatus render={row.render} brief />
          </div>
        )}
      </div>
      {row.published_at > 0 && (
        <dl className="publish-row-figures">
          {/* each in a column of its own, so that they stand below each other whatever the kinds have */}
          <Figure name="浏览" value={countText(row.view_num)} column={1} />
          {kind.downloaded && <Figure name="下载" value={countText(row.download_num)} column={2} />}
          {kind.sold && <Figure name="售出" value={countText(row.sale_num)} column={3} />}
          {kind.sold && <Figure name="收益" value={`¥${amountText(row.earnings)}`} column={4} strong={row.earnings > 0} />}
        </dl>
      )}
      <div className="publish-row-acts">
        <a className="btn btn-sm" href={inName(`${kind.edit}?id=${row.id}`)} aria-label={`编辑 ${title}`}>
          编辑
        </a>
        <PreviewButton id={row.id} title={title} size="sm" />
        {row.published_at > 0 && (
          <a className="btn btn-ghost btn-sm" href={`/personalCenter/myFigures?id=${row.id}`} aria-label={`数据 ${title}`}>
            数据
          </a>
        )}
        {kind.sold && kind.downloaded && SHOWN.includes(row.status) && (
          <Button size="sm" look="ghost" aria-label={`把 ${title} 发给客户`} onClick={() => void toClient(row.id, title)}>
            发给客户
          </Button>
        )}
        {kind.sold && row.status === 'published' && row.price > 0 && (
          <Button size="sm" look="ghost" aria-label={`为 ${title} 设优惠码`} onClick={() => void toDiscount(row.id, title)}>
            优惠码
          </Button>
        )}
        {actionsOf(row).map(({ action, text }) => (
          <Button key={action} size="sm" look="ghost" busy={busy} aria-label={`${text} ${title}`} onClick={() => onAction(action)}>
            {text}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Figure({ name, value, column, strong = false }: { name: string; value: string; column: number; strong?: boolean }) {
  return (
    <div className="flex flex-col-reverse" style={{ gridColumnStart: column }}>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className={`num text-base whitespace-nowrap font-semibold ${strong ? 'text-primary' : ''}`}>{value}</dd>
    </div>
  );
}

/** Whose pages their maker may show to a client, before they are on sale too. */
const SHOWN: readonly ItemStatus[] = ['draft', 'reviewing', 'scheduled', 'published'];

async function toClient(id: number, title: string): Promise<void> {
  const { makeClientLink } = await import('../client-link/open-client-link.tsx');
  await makeClientLink({ id, title });
}

async function toDiscount(id: number, title: string): Promise<void> {
  const { openDiscount } = await import('../discount/open-discount.tsx');
  if (await openDiscount({ work: { id, title } })) location.assign('/personalCenter/myDiscounts');
}

/** Nothing happens at the chosen time before these are submitted. */
const UNSENT: readonly ItemStatus[] = ['draft', 'failed', 'rejected'];

const TIME = { action: 'schedule', text: '定时' } as const;

/** Who bought it keeps it: what was on the site once is not thrown away. */
function actionsOf(row: PublishedRow): Array<{ action: RowAction; text: string }> {
  const again = row.render?.status === 'failed' ? [{ action: 'retry', text: '重试' } as const] : [];
  return [...again, ...statusActions(row)];
}

function statusActions({ status, published_at }: PublishedRow): Array<{ action: RowAction; text: string }> {
  switch (status) {
    case 'published':
      return [{ action: 'down', text: '下架' }];
    case 'reviewing':
    case 'rendering':
    case 'scheduled':
      return [...(published_at > 0 ? [] : [TIME]), { action: 'withdraw', text: '撤回' }];
    case 'taken_down':
      return [{ action: 'restore', text: '恢复上架' }];
    case 'draft':
    case 'failed':
    case 'rejected':
      return published_at > 0 ? [] : [TIME, { action: 'delete', text: '删除' }];
  }
}

function sellText(row: PublishedRow): string {
  if (row.vip_only) return row.price > 0 ? `会员专享 · ¥${priceText(row.price)}` : '会员专享';
  if (row.price > 0) return `¥${priceText(row.price)}`;
  return row.status === 'draft' ? '' : '免费';
}

function dateText(row: PublishedRow): string {
  const day = (at_s: number) => new Date(at_s * 1000).toLocaleDateString('zh-CN', { timeZone: 'Asia/Shanghai' });
  return row.status === 'published' ? `${day(row.published_at)} 发布` : `${day(row.updated_at)} 更新`;
}
