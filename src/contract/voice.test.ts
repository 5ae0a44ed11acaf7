import { expect, it } from 'vitest';
import { isVoice, VOICE_HEADER_BYTES, VOICE_MAX_BYTES, voiceHeader, voiceMs, voiceText } from './voice.ts';

const ONE_SECOND = VOICE_HEADER_BYTES + 32_000;

it('a voice is known by its first bytes and its size, from half a second to a minute', () => {
  expect(Buffer.from(voiceHeader(ONE_SECOND)).toString('latin1')).toMatch(/^RIFF.{4}WAVEfmt .*data/s);
  expect([voiceMs(ONE_SECOND), voiceText(ONE_SECOND), voiceText(1_400)]).toEqual([1_000, expect.any(String), '1 秒']);
  for (const size of [ONE_SECOND, VOICE_MAX_BYTES, VOICE_HEADER_BYTES + 16_000]) expect(isVoice(voiceHeader(size), size)).toBe(true);
  for (const size of [0, 44, ONE_SECOND + 1, VOICE_HEADER_BYTES + 15_000, VOICE_MAX_BYTES + 32]) {
    expect(isVoice(voiceHeader(size), size)).toBe(false);
  }
});

it('another size, rate, container or page is none, whatever byte of the header says so', () => {
  for (let at = 0; at < VOICE_HEADER_BYTES; at++) {
    const first = voiceHeader(ONE_SECOND);
    first[at] = (first[at] ?? 0) ^ 1;
    expect(isVoice(first, ONE_SECOND)).toBe(false);
  }
  expect(isVoice(Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(ONE_SECOND)), ONE_SECOND)).toBe(false);
  expect(isVoice(voiceHeader(ONE_SECOND).slice(0, 20), ONE_SECOND)).toBe(false);
});
