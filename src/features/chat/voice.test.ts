import { expect, it } from 'vitest';
import { isVoice, VOICE_BARS } from '#contract/voice.ts';
import { createVoicePlayer } from './voice-player.store.ts';
import { recordingFault, voiceOf, waveOf } from './voice-recorder.ts';

const tone = (ms: number, loud = (_at: number) => 0.5) =>
  Float32Array.from({ length: ms * 16 }, (_, at) => Math.sin(at / 5) * loud(at / (ms * 16)));

it('samples become the file that the server takes, and a wave that shows where it is loud', async () => {
  const voice = voiceOf(tone(2_000, (at) => (at < 0.5 ? 0.05 : 0.5)));
  const bytes = new Uint8Array((await voice?.file.arrayBuffer()) ?? new ArrayBuffer());
  expect([isVoice(bytes, bytes.length), voice?.ms, voice?.file.type]).toEqual([true, 2_000, 'audio/wav']);
  expect(voice?.wave).toHaveLength(VOICE_BARS);
  expect(voice?.wave.slice(0, 19)).toMatch(/^[0-5]+$/);
  expect(voice?.wave.slice(21)).toMatch(/^[t-v]+$/);
  expect(voiceOf(tone(400))).toBeNull();
  expect(waveOf(new Float32Array(16_000))).toBe('0'.repeat(VOICE_BARS));
});

it('why there is no recording is said plainly', () => {
  const fault = (name: string) => recordingFault(new DOMException('', name));
  expect(fault('NotAllowedError')).toContain('没有允许使用麦克风');
  expect(fault('NotFoundError')).toContain('没有找到麦克风');
  expect(recordingFault(new Error('x'))).toContain('请再试一次');
});

/** What a browser's player does, without sound. */
class Heard extends EventTarget {
  src = '';
  currentTime = 0;
  playbackRate = 1;
  async play() {
    this.dispatchEvent(new Event('play'));
  }
  pause() {
    this.dispatchEvent(new Event('pause'));
  }
}

it('one voice is heard at a time: played, paused where it was, led to a place, faster, and over with the conversation', async () => {
  const heard = new Heard();
  const { $state, actions } = createVoicePlayer(() => heard as unknown as HTMLAudioElement);
  await actions.toggle(1, '/one');
  heard.currentTime = 3;
  heard.dispatchEvent(new Event('timeupdate'));
  await actions.toggle(1, '/one');
  expect($state.get()).toMatchObject({ id: 1, playing: false, at_ms: 3_000 });
  await actions.toggle(2, '/two');
  expect([heard.src, heard.currentTime, $state.get().id]).toEqual(['/two', 0, 2]);
  actions.faster();
  await actions.seek(2, '/two', 5_000);
  expect([heard.playbackRate, heard.currentTime]).toEqual([1.5, 5]);
  actions.faster();
  actions.faster();
  expect($state.get().rate).toBe(1);
  heard.dispatchEvent(new Event('error'));
  expect($state.get()).toMatchObject({ playing: false, wrong: expect.stringContaining('请刷新页面') });
  await actions.toggle(2, '/fresh');
  expect([heard.src, $state.get().wrong]).toEqual(['/fresh', '']);
  actions.stop();
  expect($state.get()).toMatchObject({ id: 0, playing: false, at_ms: 0 });
});
