import { VOICE_HEADER_BYTES, voiceHeader } from '#contract/voice.ts';

/** A voice message that says nothing for so long. */
export function silence(ms: number): Buffer {
  const size = VOICE_HEADER_BYTES + ms * 32;
  return Buffer.concat([voiceHeader(size), Buffer.alloc(size - VOICE_HEADER_BYTES)]);
}

/** A browser with a tone in place of its microphone asks nobody whether it may be used. */
export const MICROPHONE_FLAGS = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
