import { useState } from 'react';
import { clockText, type Section } from '#contract/study.ts';

/** A moment on the line. */
export interface Mark {
  at_s: number;
  kind: 'chapter' | 'question' | 'note';
  text: string;
}

interface StageLineProps {
  at_s: number;
  length_s: number;
  loaded_s: number;
  watched: readonly Section[];
  marks: readonly Mark[];
  onSeek: (at_s: number) => void;
}

const KIND_TEXT: Record<Mark['kind'], string> = { chapter: '章节', question: '提问', note: '笔记' };

/** Where the film is: what was watched, loaded, asked, noted, and where its chapters begin. */
export function StageLine({ at_s, length_s, loaded_s, watched, marks, onSeek }: StageLineProps) {
  const percent = (seconds: number) => `${length_s > 0 ? Math.min(100, (seconds / length_s) * 100) : 0}%`;
  const [hover_s, setHover] = useState<number | null>(null);
  const chapterAt = (seconds: number) => marks.findLast((mark) => mark.kind === 'chapter' && mark.at_s <= seconds)?.text ?? '';
  const near = marks.filter((mark) => mark.kind !== 'chapter' && Math.abs(mark.at_s - (hover_s ?? -1)) <= length_s / 80);
  const chapter = chapterAt(at_s);
  return (
    <div
      className="study-line"
      onPointerMove={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        setHover(Math.min(1, Math.max(0, (clientX - left) / width)) * length_s);
      }}
      onPointerLeave={() => setHover(null)}
    >
      <span className="study-loaded" style={{ width: percent(loaded_s) }} />
      {watched.map(([from, to]) => (
        <span key={`${from}-${to}`} className="study-watched" style={{ left: percent(from), width: percent(to - from) }} />
      ))}
      <span className="study-played" style={{ width: percent(at_s) }} />
      {marks
        .filter((mark) => mark.at_s <= length_s)
        .map((mark) => (
          <span
            key={`${mark.kind}-${mark.at_s}-${mark.text}`}
            className="study-point"
            data-kind={mark.kind}
            style={{ left: percent(mark.at_s) }}
          />
        ))}
      <input
        type="range"
        min={0}
        max={Math.max(1, Math.floor(length_s))}
        step={1}
        value={Math.floor(at_s)}
        aria-label="播放进度"
        aria-valuetext={`${clockText(at_s)}，共 ${clockText(length_s)}${chapter && `，${chapter}`}`}
        onChange={({ target }) => onSeek(Number(target.value))}
      />
      {hover_s !== null && length_s > 0 ? (
        <span className="study-tip" aria-hidden="true" style={{ left: `clamp(90px, ${percent(hover_s)}, calc(100% - 90px))` }}>
          <span className="num">{clockText(hover_s)}</span> {chapterAt(hover_s)}
          {near.slice(0, 2).map((mark) => (
            <span key={`${mark.kind}-${mark.at_s}`} className="block truncate">
              {KIND_TEXT[mark.kind]}：{mark.text}
            </span>
          ))}
        </span>
      ) : null}
    </div>
  );
}
