import {
  Captions,
  Keyboard,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
} from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { clockText, linesFor, RATES, type Section } from '#contract/study.ts';
import { late } from '#kit/late.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { StageKeys } from './StageKeys.tsx';
import { type Mark, StageLine } from './StageLine.tsx';
import { actOfKey, type StageAct, speedAfter } from './stage-keys.ts';
import { keepTaste, readTaste } from './stage-taste.ts';
import type { TextTrackSource } from './use-text-track.ts';

const Transcript = late(() => import('./Transcript.tsx'));

export interface StageHandle {
  /** Plays from there. */
  seek(at_s: number): void;
  now(): number;
  rate(): number;
}

export interface StageProps {
  ref?: Ref<StageHandle>;
  title: string;
  src: string;
  mime?: string;
  /** Smaller versions of the film, had behind its address. */
  lines?: readonly number[] | undefined;
  poster: string;
  watermark?: string;
  captions?: TextTrackSource | null;
  chapters?: TextTrackSource | null;
  marks?: readonly Mark[];
  watched?: () => readonly Section[];
  /** Where it begins. */
  start_s?: number;
  /** `end_rate`: it ended there by itself, at that speed. */
  onPlaying?: (at_s: number, end_rate?: number) => void;
  /** What is played goes on elsewhere: a jump. */
  onJump?: () => void;
  onPause?: () => void;
  onEnded?: () => void;
  onNote?: (at_s: number) => void;
  onBroken?: () => void;
  /** Stands over the picture, and stops it. */
  cover?: ReactNode;
  /** What belongs to the player below it: keys reach it from there as well. */
  children?: ReactNode;
}

const AT_FIRST = { paused: true, ended: false, waiting: false, broken: false, at_s: 0, length_s: 0, loaded_s: 0 };
/** Events after which nothing else is done than to look. */
const LOOKED = ['onDurationChange', 'onProgress', 'onWaiting', 'onPlaying', 'onRateChange', 'onVolumeChange'];
const NO_LINES: readonly number[] = [];
const IDLE_MS = 3_000;
const DOUBLE_MS = 300;
const SAID_MS = 900;

/** A film with controls of our own: by keys, pointer, touch and screen reader. The keys work while the focus is inside. */
export function Stage(props: StageProps) {
  const { title, src, mime, lines = NO_LINES, captions = null, chapters = null, start_s = 0, onNote, cover } = props;
  const stage = useRef<HTMLDivElement>(null);
  const film = useRef<HTMLVideoElement>(null);
  const [taste] = useState(readTaste);
  const [state, setState] = useState({ ...AT_FIRST, ...taste });
  const [titled, setTitled] = useState(true);
  const [words, setTitle] = useState('');
  const [track, setTrack] = useState<HTMLTrackElement | null>(null);
  const [full, setFull] = useState(false);
  const [idle, setIdle] = useState(false);
  const [said, setSaid] = useState('');
  const [height, setHeight] = useState(taste.height);
  /** Lines of what is played; 0: as it was sent, null: not chosen yet. */
  const [playing, setPlaying] = useState<number | null>(null);
  /** Where the next version begins. */
  const at = useRef({ src: '', at_s: 0, paused: false });
  if (at.current.src !== src) at.current = { src, at_s: start_s, paused: false };
  const timers = useRef({ idle: 0, said: 0, tapped_at: 0, tap: 0 });
  /** Takes over how the film is: after whatever happened to it. */
  const look = (broken = false) => {
    const video = film.current;
    if (!video) return;
    const { paused, ended, currentTime: at_s, volume, muted, playbackRate: rate, buffered } = video;
    const loaded_s = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
    const length_s = Number.isFinite(video.duration) ? video.duration : 0;
    const waiting = !paused && video.readyState < 3;
    setState((before) => ({ ...before, paused, ended, at_s, length_s, loaded_s, volume, muted, rate, broken, waiting }));
  };
  /** Says how far it was played; before the pause that an end begins with. */
  const tell = () => {
    const video = film.current;
    if (video?.ended) props.onPlaying?.(video.duration, video.playbackRate);
    else if (video && !video.paused && !video.seeking) props.onPlaying?.(video.currentTime);
    look();
  };
  const say = (text: string) => {
    setSaid(text);
    clearTimeout(timers.current.said);
    timers.current.said = window.setTimeout(() => setSaid(''), SAID_MS);
  };
  const wake = () => {
    setIdle(false);
    clearTimeout(timers.current.idle);
    timers.current.idle = window.setTimeout(() => setIdle(true), IDLE_MS);
  };
  const play = () => film.current?.play().catch(() => look());
  const toggle = () => (film.current?.paused ? void play() : film.current?.pause());
  const seek = (at_s: number) => {
    const video = film.current;
    if (video) video.currentTime = Math.min(Math.max(0, at_s), state.length_s || at_s);
  };
  const onLine = (at_s: number) => {
    wake();
    seek(at_s);
  };
  const skip = (by_s: number) => {
    seek((film.current?.currentTime ?? 0) + by_s);
    say(`${by_s < 0 ? '后退' : '前进'} ${Math.abs(by_s)} 秒`);
  };
  const setSpeed = (speed: number) => {
    if (film.current) film.current.playbackRate = speed;
    keepTaste({ rate: speed });
    say(`${speed} 倍速`);
  };
  const setVolume = (next: { volume?: number; muted?: boolean }) => {
    const video = film.current;
    if (!video) return;
    video.volume = next.volume ?? video.volume;
    video.muted = next.muted ?? false;
    keepTaste({ volume: video.volume, muted: video.muted });
  };
  const setQuality = (chosen: number) => {
    const { currentTime = 0, paused = false } = film.current ?? {};
    Object.assign(at.current, { at_s: currentTime, paused });
    keepTaste({ height: chosen });
    setHeight(chosen);
  };
  useEffect(() => {
    const { clientWidth = 0 } = stage.current ?? {};
    const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
    // of a picture of 16 by 9
    setPlaying(linesFor(lines, { chosen: height, shown_px: (clientWidth * devicePixelRatio * 9) / 16, saves }));
  }, [lines, height]);
  const setTitles = (shown: boolean) => {
    setTitled(shown);
    say(shown ? '字幕已开' : '字幕已关');
  };
  const setWhole = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (stage.current?.requestFullscreen) void stage.current.requestFullscreen();
    // a phone of Apple shows films alone in full
    else (film.current as { webkitEnterFullscreen?: () => void } | null)?.webkitEnterFullscreen?.();
  };
  const listKeys = () => void openDialog<null>((close) => <StageKeys onClose={() => close(null)} />);
  const does: Record<StageAct['what'], (by: number) => void> = {
    toggle,
    mute: () => {
      setVolume({ muted: !film.current?.muted });
      say(film.current?.muted ? '已静音' : '声音已开');
    },
    full: setWhole,
    captions: () => captions && setTitles(!titled),
    keys: listKeys,
    note: () => {
      const at_s = film.current?.currentTime ?? 0;
      // in full screen the notes are not seen
      if (document.fullscreenElement) void document.exitFullscreen().then(() => onNote?.(at_s));
      else onNote?.(at_s);
    },
    seek: (part) => seek(part * state.length_s),
    skip,
    speed: (by) => setSpeed(speedAfter(state.rate, by)),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || cover || !(target instanceof HTMLElement)) return;
    const typed = target.closest('textarea, select, input:not([type=range]), [contenteditable], dialog');
    const own = event.key.startsWith('Arrow') && target.closest('.study-volume');
    const act = typed || own ? null : actOfKey(event.key);
    // a button is pressed by the space bar itself
    if (!act || (event.key === ' ' && target.closest('button, a, summary'))) return;
    event.preventDefault();
    wake();
    does[act.what]('by' in act ? act.by : 0);
  };
  const onTap = ({ clientX }: PointerEvent) => {
    const box = stage.current?.getBoundingClientRect();
    const side = box ? (clientX - box.left) / box.width : 0.5;
    const twice = Date.now() - timers.current.tapped_at < DOUBLE_MS;
    clearTimeout(timers.current.tap);
    timers.current.tapped_at = Date.now();
    if (twice && (side < 0.35 || side > 0.65)) return skip(side < 0.5 ? -10 : 10);
    timers.current.tap = window.setTimeout(() => (film.current?.paused ? toggle() : idle ? wake() : setIdle(true)), DOUBLE_MS);
  };
  const seekAndPlay = (at_s: number) => {
    seek(at_s);
    void play();
  };
  useImperativeHandle(props.ref, () => ({ seek: seekAndPlay, now: () => film.current?.currentTime ?? 0, rate: () => state.rate }));
  useEffect(() => {
    const onFull = () => setFull(document.fullscreenElement === stage.current);
    document.addEventListener('fullscreenchange', onFull);
    stage.current?.focus({ preventScroll: true });
    const { current } = timers;
    return () => {
      document.removeEventListener('fullscreenchange', onFull);
      for (const timer of [current.idle, current.said, current.tap]) clearTimeout(timer);
    };
  }, []);
  useEffect(() => {
    if (cover) film.current?.pause();
  }, [cover]);
  const covered = Boolean(cover) || state.broken;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a button that was pressed has gone with its cover, and the keys with it
  useEffect(() => {
    if (document.activeElement === document.body) stage.current?.focus({ preventScroll: true });
  }, [covered]);
  /** Drawn by us: above the controls while they are there, the same in every browser. */
  const onTitles = useCallback((element: HTMLTrackElement | null) => {
    setTrack(element);
    if (!element) return;
    element.track.mode = 'hidden';
    element.track.oncuechange = () => setTitle([...(element.track.activeCues ?? [])].map((cue) => (cue as VTTCue).text).join('\n'));
  }, []);
  const hidden = idle && !state.paused && !cover;
  const { paused, ended, at_s, length_s, rate, volume, muted } = state;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the player reach it from everything inside
    <div className="grid gap-4" onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a moving pointer shows the controls, which are buttons */}
      <div
        ref={stage}
        className="study-stage study-film"
        data-idle={hidden || undefined}
        tabIndex={-1}
        onPointerMove={({ pointerType }) => pointerType !== 'touch' && wake()}
        onFocus={wake}
      >
        <video
          key={`${src} ${playing}`}
          ref={film}
          className="size-full"
          autoPlay
          playsInline
          poster={props.poster || undefined}
          aria-label={title}
          onPointerUp={(event) => {
            if (event.pointerType === 'touch') onTap(event);
            else if (event.button === 0) toggle();
          }}
          onDoubleClick={() => !matchMedia('(pointer: coarse)').matches && setWhole()}
          onContextMenu={(event) => event.preventDefault()}
          onLoadedMetadata={() => {
            const video = film.current;
            if (!video) return;
            // as it was left: what happens to a film before it is known says nothing of that
            const { rate: playbackRate, volume, muted } = readTaste();
            Object.assign(video, { playbackRate, volume, muted });
            if (at.current.at_s > 0) video.currentTime = at.current.at_s;
            if (at.current.paused) video.pause();
            wake();
          }}
          onTimeUpdate={tell}
          onSeeking={() => {
            props.onJump?.();
            look();
          }}
          onPause={() => {
            tell();
            props.onPause?.();
          }}
          onEnded={() => {
            tell();
            props.onEnded?.();
          }}
          onPlay={() => {
            wake();
            look();
          }}
          {...Object.fromEntries(LOOKED.map((name) => [name, () => look()]))}
          onError={() => look(true)}
        >
          {playing === null ? null : (
            <source
              src={playing === 0 ? src : `${src}/${playing}`}
              {...(mime ? { type: playing === 0 ? mime : 'video/mp4' } : {})}
              onError={() => look(true)}
            />
          )}
          {captions ? <track kind="captions" srcLang="zh" label="中文字幕" src={captions.src} default ref={onTitles} /> : null}
          {chapters ? <track kind="chapters" srcLang="zh" label="章节" src={chapters.src} default /> : null}
        </video>
        {props.watermark ? (
          <span className="study-mark" aria-hidden="true">
            {props.watermark}
          </span>
        ) : null}
        {captions && titled && words && !cover ? <p className="study-title">{words}</p> : null}
        {state.waiting && !cover ? <span className="study-wait loading loading-spinner" aria-hidden="true" /> : null}
        <p className="study-said" role="status">
          {said}
        </p>
        {state.broken && !cover ? (
          <div className="study-cover">
            <p role="status">视频没有加载出来，可能是网络断了，或讲师刚换了视频。</p>
            <button type="button" className="btn btn-primary" onClick={() => (props.onBroken ? props.onBroken() : film.current?.load())}>
              重新加载
            </button>
          </div>
        ) : null}
        {cover ? <div className="study-cover">{cover}</div> : null}
        {cover || state.broken ? null : (
          <div className="study-bar">
            <StageLine {...state} marks={props.marks ?? []} watched={props.watched?.() ?? []} onSeek={onLine} />
            <div className="study-buttons">
              <Press name={paused ? (ended ? '重看' : '播放') : '暂停'} keys="k" onPress={toggle}>
                {paused ? <Play size={20} /> : <Pause size={20} />}
              </Press>
              <Press name="后退 10 秒" keys="j" onPress={() => skip(-10)} className="max-sm:hidden">
                <RotateCcw size={18} />
              </Press>
              <Press name="前进 10 秒" keys="l" onPress={() => skip(10)} className="max-sm:hidden">
                <RotateCw size={18} />
              </Press>
              <Press name={muted ? '打开声音' : '静音'} keys="m" onPress={() => setVolume({ muted: !muted })} className="max-sm:hidden">
                {muted || volume === 0 ? <VolumeX size={20} /> : <Volume2 size={20} />}
              </Press>
              <input
                className="study-volume max-sm:hidden"
                type="range"
                min={0}
                max={100}
                step={5}
                aria-label="音量"
                value={muted ? 0 : Math.round(volume * 100)}
                onChange={({ target }) => setVolume({ volume: Number(target.value) / 100 })}
              />
              <p className="num mr-auto min-w-0 overflow-hidden whitespace-nowrap">
                {clockText(at_s)}
                <span className="max-sm:hidden"> / {clockText(length_s)}</span>
                <span className="ml-2 opacity-80 max-sm:hidden">剩 {clockText(Math.ceil(length_s - at_s))}</span>
              </p>
              <SelectBox
                className="study-pick num"
                aria-label="倍速"
                value={rate}
                onValue={(chosen) => setSpeed(Number(chosen))}
                options={RATES.map((one) => [one, `${one} 倍`])}
              />
              {lines.length > 0 ? (
                <SelectBox
                  className="study-pick num"
                  aria-label="清晰度"
                  value={height}
                  onValue={(chosen) => setQuality(Number(chosen))}
                  options={[
                    [0, '自动'],
                    [-1, '原画'],
                    ...lines.toReversed().map((one) => [one, `${one > 480 ? '高清' : '流畅'} ${one}P`] as const),
                  ]}
                />
              ) : null}
              {captions ? (
                <Press name="字幕" keys="c" pressed={titled} onPress={() => setTitles(!titled)}>
                  <Captions size={20} />
                </Press>
              ) : null}
              {'pictureInPictureEnabled' in document && document.pictureInPictureEnabled ? (
                <Press name="画中画" onPress={() => void film.current?.requestPictureInPicture()}>
                  <PictureInPicture2 size={18} />
                </Press>
              ) : null}
              <Press name="按键表" keys="?" onPress={listKeys} className="max-sm:hidden">
                <Keyboard size={20} />
              </Press>
              <Press name={full ? '退出全屏' : '全屏'} keys="f" onPress={setWhole}>
                {full ? <Minimize size={20} /> : <Maximize size={20} />}
              </Press>
            </div>
          </div>
        )}
      </div>
      <Suspense>{track ? <Transcript of={track} onSeek={seekAndPlay} /> : null}</Suspense>
      {props.children}
    </div>
  );
}

interface PressProps {
  name: string;
  keys?: string;
  pressed?: boolean;
  className?: string;
  onPress: () => void;
  children: ReactNode;
}

function Press({ name, keys, pressed, className = '', onPress, children }: PressProps) {
  return (
    <button
      type="button"
      className={`study-press ${className}`}
      title={keys ? `${name}（${keys.toUpperCase()}）` : name}
      aria-label={name}
      aria-keyshortcuts={keys}
      aria-pressed={pressed}
      onClick={onPress}
    >
      <span aria-hidden="true">{children}</span>
    </button>
  );
}
