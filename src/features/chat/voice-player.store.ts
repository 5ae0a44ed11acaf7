import { map } from 'nanostores';

export const VOICE_RATES = [1, 1.5, 2] as const;

export interface PlayerState {
  /** The voice message that is played or was paused; 0: none. */
  id: number;
  playing: boolean;
  at_ms: number;
  rate: (typeof VOICE_RATES)[number];
  wrong: string;
}

/** Plays voice messages, one at a time. */
export function createVoicePlayer(newAudio: () => HTMLAudioElement = () => new Audio()) {
  const $state = map<PlayerState>({ id: 0, playing: false, at_ms: 0, rate: 1, wrong: '' });
  const set = (change: Partial<PlayerState>) => $state.set({ ...$state.get(), ...change });
  let audio: HTMLAudioElement | null = null;

  function made(): HTMLAudioElement {
    const one = newAudio();
    one.addEventListener('timeupdate', () => set({ at_ms: one.currentTime * 1000 }));
    one.addEventListener('play', () => set({ playing: true, wrong: '' }));
    one.addEventListener('pause', () => set({ playing: false }));
    one.addEventListener('ended', () => set({ playing: false, at_ms: 0 }));
    one.addEventListener('error', () => {
      // an empty address is our own end
      if ($state.get().id !== 0) set({ playing: false, wrong: '没有播放出来，请刷新页面后再试' });
    });
    return one;
  }

  async function play(id: number, src: string, from_ms: number): Promise<void> {
    audio ??= made();
    const { id: before, rate, wrong } = $state.get();
    if (before !== id || wrong !== '') {
      set({ id, wrong: '' });
      audio.src = src;
    }
    set({ at_ms: from_ms });
    audio.currentTime = from_ms / 1000;
    audio.playbackRate = rate;
    // another one that was pressed meanwhile ends this attempt; of what failed there is an event
    await audio.play().catch(() => undefined);
  }

  return {
    $state,
    actions: {
      /** Plays, goes on or pauses. */
      async toggle(id: number, src: string): Promise<void> {
        const { id: before, playing, at_ms } = $state.get();
        if (before === id && playing) return audio?.pause();
        await play(id, src, before === id ? at_ms : 0);
      },
      seek: play,
      faster(): void {
        const rate = VOICE_RATES[(VOICE_RATES.indexOf($state.get().rate) + 1) % VOICE_RATES.length] ?? 1;
        set({ rate });
        if (audio) audio.playbackRate = rate;
      },
      /** The conversation was left. */
      stop(): void {
        audio?.pause();
        set({ id: 0, playing: false, at_ms: 0, wrong: '' });
      },
    },
  };
}

/** Of the page: whichever message is pressed, the one before stops. */
export const voices = createVoicePlayer();
