import { ChevronRight } from 'lucide-react';

export interface AdPreviewProps {
  title: string;
  summary: string;
  /** Path of ours; anything else is drawn as words. */
  picture: string;
  /** Seconds until a pop-up may be closed; null: it stands in the page. */
  countdown: number | null;
}

const isOurs = (picture: string) => /^\/(?![/\\])/.test(picture);

/** What readers will see of a pop-up or a banner, while it is written. */
export function AdPreview({ title, summary, picture, countdown }: AdPreviewProps) {
  const head = title || '（没有标题）';
  const label = `预览：${head}`;
  if (countdown === null)
    return (
      <div className={isOurs(picture) ? 'banner' : 'banner banner-drawn'} role="img" aria-label={label}>
        {isOurs(picture) ? (
          <img src={picture} alt="" className="fit" />
        ) : (
          <>
            <span className="min-w-0 flex-1">
              <span className="block truncate text-lg font-semibold">{head}</span>
              {summary ? <span className="block truncate">{summary}</span> : null}
            </span>
            <ChevronRight size={20} className="shrink-0" aria-hidden="true" />
          </>
        )}
        <span className="banner-tag">推广</span>
      </div>
    );
  return (
    <div className="popup-ad overflow-hidden rounded-box border border-line" role="img" aria-label={label}>
      {isOurs(picture) ? (
        <img src={picture} alt="" />
      ) : (
        <span className="popup-drawn">
          <strong className="text-xl">{head}</strong>
          <span>{summary}</span>
        </span>
      )}
      <span className="popup-foot text-muted">{countdown > 0 ? `${countdown} 秒后可以关闭` : '可以马上关闭'}</span>
    </div>
  );
}
