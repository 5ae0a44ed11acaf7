/**
 * Voice messages: WAV of one channel, 16 bits, 16 kHz, which every browser plays. Their first 44 bytes follow from their length, so a file is
 * one or is none without being decoded.
 */
export const VOICE_RATE = 16_000;
/** Of such a file, as found by content. */
export const VOICE_TYPE = 'wav';
export const VOICE_MAX_MS = 60_000;
export const VOICE_MIN_MS = 500;
export const VOICE_HEADER_BYTES = 44;
const BYTES_MS = (VOICE_RATE * 2) / 1000;
export const VOICE_MAX_BYTES = VOICE_HEADER_BYTES + VOICE_MAX_MS * BYTES_MS;
/** How loud it is, from its beginning to its end: a sign of base 32 a bar. */
export const VOICE_BARS = 40;
export const VOICE_LOUDEST = 31;

/** The first bytes of a voice message of so many bytes. */
export function voiceHeader(size_bytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(VOICE_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string) => [...word].forEach((sign, i) => void view.setUint8(at + i, sign.charCodeAt(0)));
  text(0, 'RIFF');
  view.setUint32(4, size_bytes - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  // PCM of one channel
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, VOICE_RATE, true);
  view.setUint32(28, VOICE_RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, size_bytes - VOICE_HEADER_BYTES, true);
  return bytes;
}

/** Length of a voice message of so many bytes, ms. */
export const voiceMs = (size_bytes: number): number => Math.floor((size_bytes - VOICE_HEADER_BYTES) / BYTES_MS);

/** Whether a file of this size that begins so is a voice message. */
export function isVoice(first: Uint8Array, size_bytes: number): boolean {
  const ms = voiceMs(size_bytes);
  if (ms < VOICE_MIN_MS || ms > VOICE_MAX_MS || size_bytes % 2 !== 0 || first.length < VOICE_HEADER_BYTES) return false;
  return voiceHeader(size_bytes).every((byte, at) => first[at] === byte);
}

/** '12 秒'; never nothing. */
export const voiceText = (ms: number): string => `${Math.max(1, Math.round(ms / 1000))} 秒`;
