import { FileText } from 'lucide-react';
import { useSession } from '#client/use-session.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { type RecentKinds, type RecentTile, useRecent } from './use-recent.ts';

/** What the reader had, made and collected last, with its pictures; for who has nothing yet, where to begin. */
export default function RecentIsland({ kinds }: { kinds: RecentKinds }) {
  const signed_in = useSession() !== null;
  const strips = useRecent(signed_in, kinds);
  if (!signed_in) return null;
  if (!strips) return <Skeleton rows={1} row_class="h-40" label="正在加载最近的内容" />;
  const shown = strips.filter(({ tiles }) => tiles.length > 0);
  if (shown.length === 0)
    return (
      <div className="panel flex flex-wrap items-center gap-3 p-5">
        <p className="min-w-0 flex-1 basis-60 text-muted">买过、发布过、收藏过的内容会出现在这里。</p>
        <a className="btn btn-primary" href="/programme">
          找方案
        </a>
        <a className="btn" href="/personalCenter/myPublish">
          发布作品
        </a>
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-4">
      {shown.map(({ key, title, href, tiles }) => (
        <section key={key} className="panel p-4 sm:p-5" aria-labelledby={`recent-${key}`}>
          <div className="mb-3 flex items-baseline justify-between gap-4">
            <h2 id={`recent-${key}`} className="text-base font-semibold">
              {title}
            </h2>
            <a className="quiet-link" href={href} aria-label={`查看全部：${title}`}>
              查看全部
            </a>
          </div>
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {tiles.map((tile) => (
              <li key={tile.key}>
                <Tile tile={tile} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Tile({ tile: { title, cover_src, note, href } }: { tile: RecentTile }) {
  const face = (
    <>
      <span className="mb-1 grid aspect-16/10 place-items-center overflow-hidden rounded-field border border-line bg-ground text-muted">
        {cover_src ? (
          <img src={cover_src} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <FileText size={24} aria-hidden="true" />
        )}
      </span>
      <span className="line-clamp-1 group-hover:text-primary">{title}</span>
      <span className="num block truncate text-xs text-muted">{note}</span>
    </>
  );
  return href === null ? (
    <div>{face}</div>
  ) : (
    <a className="group block" href={href}>
      {face}
    </a>
  );
}
