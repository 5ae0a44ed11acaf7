import { clockText } from '#contract/study.ts';

interface MomentProps {
  at_s: number;
  /** Of a film that was replaced since. */
  former?: 0 | 1 | undefined;
  /** An address, where no player is beside it. */
  href?: string;
  onSeek?: ((at_s: number) => void) | undefined;
}

/** A second of a lesson: a press leads the player there. One of a former film is named as such and leads nowhere. */
export function Moment({ at_s, former, href, onSeek }: MomentProps) {
  const time = clockText(at_s);
  if (former === 1) return <span className="num badge badge-sm badge-ghost shrink-0">旧视频 {time}</span>;
  const look = 'num btn btn-xs btn-ghost shrink-0 text-primary max-sm:min-h-10';
  if (!onSeek) {
    return (
      <a className={look} href={href} aria-label={`从 ${time} 播放`}>
        {time}
      </a>
    );
  }
  return (
    <button type="button" className={look} aria-label={`跳到 ${time}`} onClick={() => onSeek(at_s)}>
      {time}
    </button>
  );
}
