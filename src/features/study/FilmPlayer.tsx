import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { BEAT_S, clockText, type LessonRow, type LessonStart, RATES } from '#contract/study.ts';
import { Button } from '#ui/Button.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { Notes } from './Notes.tsx';
import type { Player } from './player.store.ts';

interface FilmPlayerProps {
  lesson: LessonRow;
  player: Player;
  start: LessonStart;
  next: string;
  next_title: string;
  poster: string;
}

const STEP_S = 5;

/** The film itself: the browser's own controls, speed, notes, chapters, beats. Keys: space, arrows, n. */
export function FilmPlayer({ lesson, player, start, next, next_title, poster }: FilmPlayerProps) {
  const film = useRef<HTMLVideoElement>(null);
  const [rate, setRate] = useState(1);
  const [ended, setEnded] = useState(false);
  const [note_at, setNoteAt] = useState<number | null>(null);
  const { percent, done, certificate } = useStore(player.$state);
  const captions = useTextTrack(start.captions);
  const chapters = useTextTrack(start.chapters);
  const tell = (leaving = false) => {
    const video = film.current;
    if (video) void player.actions.beat(video.currentTime, video.playbackRate, leaving);
  };
  useEffect(() => {
    const video = film.current;
    const timer = setInterval(() => {
      if (video && !video.paused) void player.actions.beat(video.currentTime, video.playbackRate);
    }, BEAT_S * 1000);
    const onLeave = () => {
      if (video) void player.actions.beat(video.currentTime, video.playbackRate, true);
    };
    addEventListener('pagehide', onLeave);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', onLeave);
    };
  }, [player]);
  const seek = (at_s: number) => {
    const video = film.current;
    if (!video) return;
    video.currentTime = Math.max(0, at_s);
    void video.play();
  };
  const setSpeed = (speed: number) => {
    setRate(speed);
    if (film.current) film.current.playbackRate = speed;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const video = film.current;
    if (!video || event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLTextAreaElement) return;
    if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return;
    if (event.key === 'n' || event.key === 'N') setNoteAt(Math.floor(video.currentTime));
    else if (event.target instanceof HTMLButtonElement || event.target === video) return;
    else if (event.key === ' ') void (video.paused ? video.play() : video.pause());
    else if (event.key === 'ArrowRight') video.currentTime += STEP_S;
    else if (event.key === 'ArrowLeft') video.currentTime -= STEP_S;
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the player reach it from everything inside
    <div className="grid gap-4" onKeyDown={onKeyDown}>
      <div className="study-stage">
        {/* biome-ignore lint/a11y/useMediaCaption: captions come as a track where the teacher wrote some */}
        <video
          ref={film}
          className="size-full"
          controls
          autoPlay
          playsInline
          controlsList="nodownload"
          poster={poster || undefined}
          aria-label={lesson.title}
          onLoadedMetadata={() => {
            if (film.current && start.position_s > 0) film.current.currentTime = start.position_s;
          }}
          onTimeUpdate={() => {
            const video = film.current;
            if (video && !video.paused && !video.seeking) player.log.play(video.currentTime);
          }}
          onSeeking={player.log.close}
          onPause={() => tell()}
          onEnded={() => {
            if (film.current) player.log.play(film.current.duration);
            tell();
            setEnded(true);
          }}
          onPlay={() => setEnded(false)}
          onRateChange={() => setRate(film.current?.playbackRate ?? 1)}
        >
          <source src={start.src} type={start.mime} />
          {captions ? <track kind="captions" srcLang="zh" label="中文字幕" src={captions.src} default /> : null}
          {chapters ? <track kind="chapters" srcLang="zh" label="章节" src={chapters.src} default /> : null}
        </video>
        <span className="study-mark" aria-hidden="true">
          {start.watermark}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <p className="num" role="status">
          {done ? '本课已学完' : `已看 ${percent}%`}
        </p>
        <label className="flex items-center gap-2">
          倍速
          <SelectBox
            className="select select-sm w-24"
            value={rate}
            onValue={(chosen) => setSpeed(Number(chosen))}
            options={RATES.map((one) => [one, `${one} 倍`])}
          />
        </label>
        <Button size="sm" onClick={() => setNoteAt(Math.floor(film.current?.currentTime ?? 0))}>
          记笔记（N）
        </Button>
        {'pictureInPictureEnabled' in document && document.pictureInPictureEnabled ? (
          <Button size="sm" onClick={() => void film.current?.requestPictureInPicture()}>
            画中画
          </Button>
        ) : null}
        {next ? (
          <a className={ended || done ? 'btn btn-sm btn-primary' : 'btn btn-sm'} href={next}>
            下一课：{next_title}
          </a>
        ) : null}
      </div>
      {certificate ? (
        <p role="status" className="rounded-box bg-gold-tint p-4 text-gold-ink">
          恭喜学完这门课程，结业证书已颁发（{certificate}）。
          <a className="underline underline-offset-2" href="/personalCenter/myClass?tab=certificates">
            查看证书
          </a>
        </p>
      ) : null}
      {chapters && chapters.cues.length > 0 ? (
        <nav aria-label="本课章节">
          <ul className="flex flex-wrap gap-2">
            {chapters.cues.map((cue) => (
              <li key={cue.start_s}>
                <button type="button" className="chip" onClick={() => seek(cue.start_s)}>
                  <span className="num mr-1">{clockText(cue.start_s)}</span>
                  {cue.text}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <Notes lesson_id={lesson.id} at_s={note_at} onSeek={seek} onClose={() => setNoteAt(null)} />
    </div>
  );
}

interface TextTrackSource {
  /** Of this page alone. */
  src: string;
  cues: Array<{ start_s: number; text: string }>;
}

/** WebVTT text as the source of a `<track>`; null while there is none. */
function useTextTrack(vtt: string): TextTrackSource | null {
  const [track, setTrack] = useState<TextTrackSource | null>(null);
  useEffect(() => {
    if (vtt === '') return;
    const src = URL.createObjectURL(new Blob([vtt], { type: 'text/vtt' }));
    setTrack({ src, cues: cuesOf(vtt) });
    return () => URL.revokeObjectURL(src);
  }, [vtt]);
  return track;
}

/** Begin and words of each cue of a checked WebVTT text. */
function cuesOf(vtt: string): TextTrackSource['cues'] {
  return vtt.split(/\n{2,}/).flatMap((block) => {
    const [, hours = '0', minutes, seconds, text = ''] =
      /^(?:(\d{1,3}):)?(\d{2}):(\d{2})[.,]\d{3} --> [^\n]*\n([\s\S]*)/m.exec(block) ?? [];
    if (minutes === undefined || seconds === undefined || text.trim() === '') return [];
    return [{ start_s: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds), text: text.trim() }];
  });
}
