import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { clockText } from '#contract/study.ts';

/** What is said in a film, to be read: a press plays from there; what is said now is marked and in sight, unless its reader is at the list. */
export default function Transcript({ of, onSeek }: { of: HTMLTrackElement; onSeek: (at_s: number) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const [cues, setCues] = useState<VTTCue[]>([]);
  const [now, setNow] = useState(-1);
  useEffect(() => {
    const film = of.parentElement as HTMLVideoElement;
    const look = () => {
      const all = [...(of.track.cues ?? [])] as VTTCue[];
      setCues((before) => (before.length === all.length ? before : all));
      setNow(all.findLastIndex((cue) => cue.startTime <= film.currentTime));
    };
    look();
    of.addEventListener('load', look);
    film.addEventListener('timeupdate', look);
    return () => film.removeEventListener('timeupdate', look);
  }, [of]);
  useEffect(() => {
    const line = list.current?.children[now] as HTMLElement | undefined;
    if (line && !list.current?.matches(':hover, :focus-within')) list.current?.scrollTo({ top: line.offsetTop - 96 });
  }, [now]);
  const beside = matchMedia('(min-width: 64rem)').matches && document.getElementById('beside-film');
  const lines = (
    <details className="panel p-4">
      <summary className="font-semibold">字幕全文</summary>
      <div ref={list} className="relative -mx-1 mt-1 max-h-96 overflow-y-auto p-1">
        {cues.map((cue, at) => (
          <button
            key={`${cue.startTime} ${cue.text}`}
            type="button"
            aria-current={at === now || undefined}
            className={`flex w-full gap-3 rounded-field p-2 text-left ${at === now ? 'bg-tint text-primary' : 'hover:bg-ground'}`}
            onClick={() => onSeek(cue.startTime)}
          >
            <span className="num">{clockText(cue.startTime)}</span> {cue.text}
          </button>
        ))}
      </div>
    </details>
  );
  return beside ? createPortal(lines, beside) : lines;
}
