import { Crown, Download, Lock, ShoppingBag } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { amountText } from '#ui/price-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { sizeText } from '#ui/size-text.ts';
import type { AlbumState } from './album.store.ts';

export interface AlbumViewProps {
  state: AlbumState;
  signed_in: boolean;
  photo_num: number;
  title: string;
  detail: string;
  vip_route: string | null;
  onLogin(): void;
  onMore(): void;
  onRetry(): void;
  onView(img_no: number): void;
  /** Null: all. */
  onOriginal(img_no: number | null): void;
}

/** The album of a case: its pictures with their originals, or what opens it. */
export function AlbumView(props: AlbumViewProps) {
  const { state, signed_in } = props;
  if (!signed_in) return <Gate text="登录后查看云相册" {...props} />;
  if (state.status === 'locked') return <Gate text={state.failure?.message ?? ''} {...props} />;
  if (state.status === 'failed' && state.failure) return <ErrorState {...state.failure} onRetry={props.onRetry} />;
  if (state.status !== 'open') return <Skeleton rows={3} row_class="h-40" label="正在打开云相册" />;
  return <Photos {...props} />;
}

function Gate({ text, signed_in, photo_num, detail, vip_route, state, onLogin }: AlbumViewProps & { text: string }) {
  const offers = state.access && !state.access.allowed ? state.access.offers : [];
  const buy = offers.find((offer) => offer.kind === 'buy');
  return (
    <section className="panel grid justify-items-center gap-3 px-4 py-10 text-center" aria-label="打开云相册">
      <span className="grid size-12 place-items-center rounded-full bg-tint text-primary">
        <Lock size={22} aria-hidden="true" />
      </span>
      <p className="text-base font-semibold">{text}</p>
      <p className="num text-muted">云相册共 {photo_num} 张照片，可逐张或一次下载全部原图。</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {signed_in ? null : (
          <Button look="primary" size="lg" onClick={onLogin}>
            登录
          </Button>
        )}
        {signed_in && vip_route !== null ? (
          <a className="btn btn-gold" href={vip_route}>
            <Crown size={18} aria-hidden="true" />
            开通方案会员
          </a>
        ) : null}
        <a className="btn btn-outline border-line" href={detail}>
          {buy ? <ShoppingBag size={18} aria-hidden="true" /> : null}
          {buy ? `¥${amountText(buy.price)} 购买本案例` : '返回案例'}
        </a>
      </div>
    </section>
  );
}

function Photos({ state, title, vip_route, onMore, onView, onOriginal }: AlbumViewProps) {
  const { photos, total, originals, busy, asking } = state;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        {originals ? (
          <Button look="primary" busy={asking === 0} icon={<Download size={18} aria-hidden="true" />} onClick={() => onOriginal(null)}>
            下载全部原图（ZIP）
          </Button>
        ) : (
          <>
            <p className="text-muted">免费案例，图片可全部查看；原图为方案会员的增值服务。</p>
            {vip_route === null ? null : (
              <a className="btn btn-sm btn-gold" href={vip_route}>
                <Crown size={16} aria-hidden="true" />
                开通方案会员
              </a>
            )}
          </>
        )}
      </div>
      <ol className="album-grid" aria-label="云相册照片">
        {photos.map(({ img_no, src, srcset, width, height, name, size_bytes }) => (
          <li key={img_no}>
            <button type="button" className="block w-full" aria-label={`放大查看第 ${img_no} 张`} onClick={() => onView(img_no)}>
              <img
                src={src}
                srcSet={srcset}
                sizes="(min-width: 1024px) 240px, 46vw"
                width={width}
                height={height}
                alt={`${title} 第 ${img_no} 张`}
                loading="lazy"
                decoding="async"
              />
            </button>
            <div className="flex items-center justify-between gap-2 px-3 py-1">
              <span className="num min-w-0 truncate text-xs text-muted" title={name}>
                {img_no}. {name}
              </span>
              {originals ? (
                <button
                  type="button"
                  className="btn btn-ghost btn-sm num shrink-0"
                  disabled={asking !== null}
                  aria-label={`下载第 ${img_no} 张原图，${sizeText(size_bytes)}`}
                  onClick={() => onOriginal(img_no)}
                >
                  <Download size={15} aria-hidden="true" />
                  {sizeText(size_bytes)}
                </button>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
      {photos.length < total ? (
        <div className="grid justify-items-center py-6">
          <Button busy={busy} onClick={onMore}>
            查看更多（还有 {total - photos.length} 张）
          </Button>
        </div>
      ) : null}
    </>
  );
}
