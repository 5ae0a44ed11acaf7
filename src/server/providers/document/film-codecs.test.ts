import { expect, it } from 'vitest';
import { whyNotHeard, whyNotShown } from './film-codecs.ts';

it.each([
  ['avc1.42e01e', null],
  ['avc1.4d401f', null],
  ['avc3.640028', null],
  ['avc1.640034', null],
  ['vp8', null],
  ['vp09.00.10.08', null],
  ['vp09.02.10.10.01.09.16.09.01', null],
  ['av01.0.04M.08', null],
  ['av01.0.04M.10', null],
  ['avc1.640040', '级别'],
  ['avc1.6e0028', '10 位'],
  ['avc1.7a0028', '4:2:2'],
  ['avc1.f40028', '4:4:4'],
  ['avc1.2c0028', '4:4:4'],
  ['avc1.58001e', 'Extended'],
  ['vp09.01.10.08', 'VP9'],
  ['vp09.03.10.10', 'VP9'],
  ['av01.1.04M.08', 'AV1 4:4:4'],
  ['av01.2.04M.12', 'AV1 专业'],
  ['hvc1.1.6.L93.B0', 'H.265'],
  ['hev1.2.4.L120.B0', 'H.265'],
  ['dvh1.05.06', 'H.265'],
])('D3 pictures of %s: %s', (codec, said) => {
  if (said === null) expect(whyNotShown(codec)).toBeNull();
  else expect(whyNotShown(codec)).toContain(said);
});

it.each([
  ['mp4a.40.2', 48_000, 2, null],
  ['mp4a.40.5', 44_100, 2, null],
  ['mp4a.40.29', 22_050, 2, null],
  ['mp4a.67', 48_000, 6, null],
  ['opus', 48_000, 2, null],
  ['mp3', 11_025, 1, null],
  ['mp4a.40.1', 48_000, 2, 'AAC'],
  ['mp4a.40.4', 48_000, 2, 'AAC'],
  ['mp4a.40.39', 48_000, 2, 'AAC'],
  ['mp4a.40.42', 48_000, 2, 'AAC'],
  ['mp4a.40.2', 192_000, 2, '192000 Hz'],
  ['mp4a.40.2', 7_350, 1, '7350 Hz'],
  ['mp4a.40.2', 48_000, 16, '16 个声道'],
])('D3 sound of %s, %i Hz, %i channels: %s', (codec, sample_rate, channels, said) => {
  const why = whyNotHeard(codec, { sample_rate, channels });
  if (said === null) expect(why).toBeNull();
  else expect(why).toContain(said);
});
