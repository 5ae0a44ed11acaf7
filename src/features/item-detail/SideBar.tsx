import { ArrowUp, Headset, Share2, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { MarkButton } from './MarkButton.tsx';
import type { ShownMark } from './use-marks.ts';

export interface SideBarProps {
  releaser: { nickname: string; headimgurl: string; href: string };
  follow: ReactNode;
  /** Null: not collected. */
  collect: ShownMark | null;
  onCollect(): void;
  onShare(): void;
}

/** The floating bar in the margin: publisher, follow, collect, share, back to the top (spec 2). */
export function SideBar({ releaser, follow, collect, onCollect, onShare }: SideBarProps) {
  return (
    <aside className="side-bar" aria-label="快捷操作">
      <a href={releaser.href} aria-label={`${releaser.nickname}的主页`}>
        <span className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-full bg-ground text-muted">
          {releaser.headimgurl === '' ? (
            <User size={20} aria-hidden="true" />
          ) : (
            <img src={releaser.headimgurl} alt="" width={40} height={40} loading="lazy" decoding="async" className="fit" />
          )}
        </span>
      </a>
      <div>{follow}</div>
      {collect ? (
        <div>
          <MarkButton what="collect" mark={{ ...collect, count: 0 }} onPress={onCollect} />
        </div>
      ) : null}
      <div>
        <button type="button" className="btn btn-ghost" onClick={onShare}>
          <Share2 size={18} aria-hidden="true" />
          分享
        </button>
      </div>
      <div>
        <button type="button" className="btn btn-ghost" data-service>
          <Headset size={18} aria-hidden="true" />
          客服
        </button>
      </div>
      <a href="#top" className="side-top btn btn-ghost" aria-label="回到顶部">
        <ArrowUp size={18} aria-hidden="true" />
        <span>顶部</span>
      </a>
    </aside>
  );
}
