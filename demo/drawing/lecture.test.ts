import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { expect, it } from 'vitest';
import { lectureFrames } from '../pictures/slides.ts';
import { DEMO_COURSES } from '../world/courses.ts';
import { LECTURES } from '../world/lectures.ts';
import { drawLecture } from './lecture.ts';

const lecture = (title: string) => {
  const slides = LECTURES[title] ?? [];
  return lectureFrames({ title, slides, speaker: '林知远', face: '林深见鹿', colours: ['#1f3a68', '#d9411f'] });
};

it('U39 the first two courses have at least three lessons of three minutes, each with slides of its own', () => {
  for (const { chapters } of DEMO_COURSES.slice(0, 2)) {
    const own = chapters.flatMap(({ lessons }) => lessons.filter(({ title }) => title in LECTURES));
    expect(own.length).toBeGreaterThanOrEqual(3);
    for (const { title } of own) expect(lecture(title).seconds).toBeGreaterThanOrEqual(180);
  }
});

it('a film of slides is as long as what is said, begins a picture of its own with each slide, and is small', async () => {
  const { frames, seconds, chapters, captions } = lecture('一句话与一个动作');
  const film = await drawLecture(frames);
  expect(film.length).toBeLessThan(600_000);
  const input = new Input({ formats: [MP4], source: new BufferSource(film) });
  expect(await input.computeDuration()).toBe(seconds);
  const track = await input.getPrimaryVideoTrack();
  const keys: number[] = [];
  for await (const packet of new EncodedPacketSink(track as NonNullable<typeof track>).packets()) {
    if (packet.type === 'key') keys.push(packet.timestamp * 1_000);
  }
  expect(keys).toEqual([0, ...chapters.map(({ start_ms }) => start_ms)]);
  expect(captions.every(({ start_ms, end_ms }) => end_ms > start_ms && end_ms <= seconds * 1_000)).toBe(true);
});
