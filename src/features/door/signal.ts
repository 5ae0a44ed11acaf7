import type { DoorResult } from '#contract/door.ts';

let audio: AudioContext | null = null;

/** Tells a result to ear and hand: one high tone lets in, two low ones do not. Does nothing where the browser cannot. */
export function signal(result: DoorResult): void {
  const good = result === 'ok';
  navigator.vibrate?.(good ? 80 : [200, 80, 200]);
  try {
    audio ??= new AudioContext();
    for (const [at, pitch] of good
      ? [[0, 880]]
      : [
          [0, 220],
          [0.25, 220],
        ])
      tone(audio, at as number, pitch as number);
  } catch {
    // without sound colour and words say the same
  }
}

function tone(context: AudioContext, at_s: number, pitch: number): void {
  const [source, volume] = [context.createOscillator(), context.createGain()];
  source.frequency.value = pitch;
  volume.gain.value = 0.2;
  source.connect(volume).connect(context.destination);
  source.start(context.currentTime + at_s);
  source.stop(context.currentTime + at_s + 0.15);
}
