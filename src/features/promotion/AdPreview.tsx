export interface AdPreviewProps {
  title: string;
  summary: string;
  /** Path of ours; anything else is drawn as words. */
  picture: string;
  countdown: number;
}

/** What readers will see of a pop-up, while it is written. */
export function AdPreview({ title, summary, picture, countdown }: AdPreviewProps) {
  return (
    <div className="popup-ad overflow-hidden rounded-box border border-line" role="img" aria-label={`预览：${title || '（没有标题）'}`}>
      {/^\/(?![/\\])/.test(picture) ? (
        <img src={picture} alt="" />
      ) : (
        <span className="popup-drawn">
          <strong className="text-xl">{title || '（没有标题）'}</strong>
          <span>{summary}</span>
        </span>
      )}
      <span className="popup-foot text-muted">{countdown > 0 ? `${countdown} 秒后可以关闭` : '可以马上关闭'}</span>
    </div>
  );
}
