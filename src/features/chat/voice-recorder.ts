import { VOICE_BARS, VOICE_HEADER_BYTES, VOICE_LOUDEST, VOICE_MAX_MS, VOICE_MIN_MS, VOICE_RATE, voiceHeader } from '#contract/voice.ts';

export interface Voice {
  file: File;
  ms: number;
  /** How loud it is, a sign a bar. */
  wave: string;
}

export interface Recorder {
  /** How loud it is now, 0 to 1. */
  level(): number;
  /** Ends recording; what was recorded stays. */
  halt(): void;
  /** What was recorded; null: too short. */
  voice(): Promise<Voice | null>;
  /** Ends recording and lets go of the microphone. */
  close(): void;
}

/** Why there is no recording, for people. */
export function recordingFault(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return '浏览器没有允许使用麦克风。请在地址栏的网站设置里允许，再点一次“语音”。';
  if (name === 'NotFoundError') return '没有找到麦克风，接好后再试。';
  if (name === 'NotReadableError') return '麦克风正被其他程序使用，关闭后再试。';
  return '没有录成，请再试一次。';
}

/** Asks for the microphone and begins. @throws DOMException, see `recordingFault` */
export async function startRecording(): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true } });
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const now = new Float32Array(analyser.fftSize);
  recorder.start();
  const halt = () => {
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  };
  return {
    level() {
      analyser.getFloatTimeDomainData(now);
      return Math.min(1, now.reduce((most, one) => Math.max(most, Math.abs(one)), 0) * 1.5);
    },
    halt,
    async voice() {
      halt();
      await stopped;
      return voiceOf(await samplesOf(new Blob(parts)));
    },
    close() {
      halt();
      void context.close();
    },
  };
}

/** What this browser recorded, whatever its container, as samples of one channel: browsers do not play each other's. */
async function samplesOf(recorded: Blob): Promise<Float32Array> {
  // decoding brings it to the rate of its context
  const buffer = await new OfflineAudioContext(1, 1, VOICE_RATE).decodeAudioData(await recorded.arrayBuffer());
  const samples = new Float32Array(Math.min(buffer.length, (VOICE_MAX_MS * VOICE_RATE) / 1000));
  for (let channel = 0; channel < buffer.numberOfChannels; channel++) {
    const data = buffer.getChannelData(channel);
    for (let at = 0; at < samples.length; at++) samples[at] = (samples[at] ?? 0) + (data[at] ?? 0) / buffer.numberOfChannels;
  }
  return samples;
}

/** The file of samples; null: too short to be one. */
export function voiceOf(samples: Float32Array): Voice | null {
  const ms = Math.floor((samples.length * 1000) / VOICE_RATE);
  if (ms < VOICE_MIN_MS) return null;
  const bytes = new Uint8Array(VOICE_HEADER_BYTES + samples.length * 2);
  bytes.set(voiceHeader(bytes.length));
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < samples.length; at++) {
    view.setInt16(VOICE_HEADER_BYTES + at * 2, Math.round(Math.max(-1, Math.min(1, samples[at] ?? 0)) * 32_767), true);
  }
  return { file: new File([bytes], '语音.wav', { type: 'audio/wav' }), ms, wave: waveOf(samples) };
}

/** How loud each part is beside the loudest; a whisper looks like a voice. */
export function waveOf(samples: Float32Array): string {
  const step = samples.length / VOICE_BARS;
  const means = Array.from({ length: VOICE_BARS }, (_, bar) => {
    const part = samples.subarray(Math.floor(bar * step), Math.floor((bar + 1) * step));
    return Math.sqrt(part.reduce((sum, one) => sum + one * one, 0) / Math.max(1, part.length));
  });
  const most = Math.max(...means, 0.001);
  return means.map((mean) => Math.round((mean / most) * VOICE_LOUDEST).toString(32)).join('');
}
