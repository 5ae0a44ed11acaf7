import { useStore } from '@nanostores/react';
import { CircleCheck, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { AD_TEXTS, type AdFilm } from '#contract/ad.ts';
import { Button } from '#ui/Button.tsx';
import { FailureText } from '#ui/FailureText.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { type AdPhone, createAdPhone } from './ad-phone.store.ts';

/** The page behind an advertisement's code: plays it whole, without a bar to seek by. */
export default function AdPhoneIsland({ request_id }: { request_id: string }) {
  const [{ $state, actions }] = useState(() => createAdPhone(request_id));
  const { film, failure, watched_ms, over, playing } = useStore($state);
  useEffect(() => {
    void actions.start();
    return actions.dispose;
  }, [actions]);
  if (!film) {
    return failure ? (
      <p role="alert" className="p-6 text-center">
        <FailureText failure={failure} />
      </p>
    ) : (
      <Skeleton rows={1} row_class="aspect-video" />
    );
  }
  const left_s = Math.max(0, Math.ceil((film.duration_ms - watched_ms) / 1000));
  const Screen = film.type === '' ? TimedPicture : Player;
  return (
    <div className="grid gap-4">
      {over ? (
        <div role="status" className="grid justify-items-center gap-2 rounded-box bg-ground p-8 text-center">
          <CircleCheck size={56} className="text-success" aria-hidden="true" />
          <p className="text-lg font-semibold">已看完，{AD_TEXTS.done}</p>
          <p className="text-muted">请回到电脑上的页面继续。</p>
        </div>
      ) : (
        <Screen film={film} actions={actions} playing={playing} watched_ms={watched_ms} />
      )}
      <p className="text-base font-semibold">{film.title}</p>
      {!over && (
        <p className="num text-muted" aria-live="polite">
          还需观看 {left_s} 秒，看完即解锁
        </p>
      )}
      <FormError failure={failure} />
      <a className="btn w-full" href={film.href}>
        了解广告中的作品
      </a>
    </div>
  );
}

interface ScreenProps {
  film: AdFilm;
  actions: AdPhone['actions'];
  playing: boolean;
  watched_ms: number;
}

/** The browser's own controls would offer to seek; the server counts no jump either. */
function Player({ film, actions, playing, watched_ms }: ScreenProps) {
  const video = useRef<HTMLVideoElement>(null);
  const start = () => {
    const player = video.current;
    if (!player) return;
    player.currentTime = watched_ms / 1000;
    void player.play();
  };
  return (
    <div className="relative overflow-hidden rounded-box bg-black">
      {/* biome-ignore lint/a11y/useMediaCaption: works bring no captions */}
      <video
        ref={video}
        className="aspect-video w-full"
        src={film.src}
        playsInline
        preload="auto"
        aria-label={`广告：${film.title}`}
        onPlaying={(event) => {
          const player = event.currentTarget;
          actions.play(() => player.currentTime * 1000);
        }}
        onPause={actions.pause}
        onEnded={() => void actions.end()}
      />
      {!playing && <Start onStart={start} />}
    </div>
  );
}

function TimedPicture({ film, actions, playing, watched_ms }: ScreenProps) {
  const start = () => {
    const from = performance.now() - watched_ms;
    actions.play(() => Math.min(film.duration_ms, performance.now() - from));
  };
  // the film pauses while the page is hidden
  useEffect(() => {
    const onHidden = () => document.hidden && actions.pause();
    document.addEventListener('visibilitychange', onHidden);
    return () => document.removeEventListener('visibilitychange', onHidden);
  }, [actions]);
  return (
    <div className="relative overflow-hidden rounded-box bg-black">
      <img className="aspect-video w-full object-contain" src={film.src} alt={`广告：${film.title}`} />
      {!playing && <Start onStart={start} />}
    </div>
  );
}

function Start({ onStart }: { onStart: () => void }) {
  return (
    <div className="absolute inset-0 grid place-items-center bg-black/40">
      <Button look="primary" size="lg" icon={<Play size={18} aria-hidden="true" />} onClick={onStart}>
        开始播放
      </Button>
    </div>
  );
}
