import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, StreamTarget, type StreamTargetChunk } from 'mediabunny';
import { afterAll, expect, it } from 'vitest';
import { boxesOf, makeFilm } from '../../../../tests/support/films.ts';
import { rounds } from '../../../../tests/support/long.ts';
import { quickFolder } from '../../../../tests/support/quick-folder.ts';
import { prepareFilm } from './film.ts';
import { DocumentError } from './port.ts';

const MB = 1024 * 1024;
const PACKET = 256 * 1024;
const work = quickFolder('cemao-film-');
const source = join(work, 'source');
const target = join(work, 'target');
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Writes a film of so many packets, two a second, with what a player needs first at its end. */
async function writeFilm(packets: number, bytes: number): Promise<number> {
  const file = openSync(source, 'w');
  // each piece as it comes: the library's own file gathers them in new memory first
  const write = ({ data, position }: StreamTargetChunk) => void writeSync(file, data, 0, data.length, position);
  const target = new StreamTarget(new WritableStream({ write }));
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target });
  const track = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(track);
  await output.start();
  const description = Buffer.from('0142c00affe1000a6742c00ad908490f2e0101000568cb8cb220', 'hex');
  const decoderConfig = { codec: 'avc1.42c00a', codedWidth: 64, codedHeight: 64, description };
  const data = Buffer.alloc(bytes, 7);
  for (let at = 0; at < packets; at++)
    await track.add(new EncodedPacket(data, at % 8 === 0 ? 'key' : 'delta', at / 2, 0.5), { decoderConfig });
  await output.finalize();
  closeSync(file);
  return statSync(source).size;
}

it('takes no more memory for a large film than for a small one', { timeout: 60_000 }, async () => {
  const size = await writeFilm((400 * MB) / PACKET, PACKET);
  let most = 0;
  const before = process.memoryUsage().arrayBuffers;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }, 5);
  expect(await prepareFilm(source, target)).toEqual({ type: 'mp4', width: 64, height: 64, duration_ms: 800_000 });
  clearInterval(watch);
  expect(Math.abs(statSync(target).size - size)).toBeLessThan(MB);
  expect(most).toBeLessThan(250 * MB);
  expect((await prepareFilm(source, target, 10)).duration_ms).toBe(10_000);
  expect(statSync(target).size).toBeLessThan(6 * MB);
  // what a player needs first stands first, also in the part that is cut off
  const boxes = boxesOf(readFileSync(target));
  expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
  expect(boxes).toEqual(expect.arrayContaining(['moov', 'mdat']));
});

it('says of every cut and changed film that it is broken, or copies it; it never falls over', { timeout: 60_000 }, async () => {
  await writeFilm(24, 400);
  const whole = readFileSync(source);
  const strange: Buffer[] = [Buffer.alloc(0), Buffer.from('mp4'), whole.subarray(8), Buffer.concat([whole, whole])];
  for (let part = 1; part < 16; part++) strange.push(whole.subarray(0, Math.floor((whole.length * part) / 16)));
  // bytes of what describes the film, changed: every third of these by day
  const moov = whole.lastIndexOf('moov');
  for (let at = moov; at < whole.length; at += rounds(21, 7)) {
    const copy = Buffer.from(whole);
    copy[at] = (copy[at] as number) ^ 0xff;
    strange.push(copy);
  }
  const said = { broken: 0, copied: 0 };
  for (const [index, bytes] of strange.entries()) {
    writeFileSync(source, bytes);
    const answer = await prepareFilm(source, target).catch((error: unknown) => error);
    if (answer instanceof Error) {
      expect([index, answer instanceof DocumentError, /[一-鿿]/.test(answer.message)]).toEqual([index, true, true]);
      said.broken++;
    } else said.copied++;
  }
  expect(said.broken).toBeGreaterThan(20);
  expect(said.broken + said.copied).toBe(strange.length);
});

const prepared = (film: Buffer, up_to_s?: number) => {
  writeFileSync(source, film);
  return prepareFilm(source, target, up_to_s);
};

/** Matroska does not say how long the last picture, half a second here, is shown. */
const lasting = (seconds: number, how: { front?: boolean }) => seconds * 1000 - (how.front === undefined ? 500 : 0);

it('D3 refuses H.264 that browsers do not decode, by what the container or the stream itself says', async () => {
  for (const [profile, said] of [
    [110, '10 位'],
    [122, '4:2:2'],
    [244, '4:4:4'],
  ] as const) {
    for (const by of [
      { stream: profile, container: profile },
      { stream: profile, container: 100 },
      { stream: 100, container: profile },
    ]) {
      await expect(prepared(await makeFilm({ profile: by }))).rejects.toThrow(`视频是 H.264 ${said}格式，浏览器无法播放`);
    }
  }
  for (const fine of [66, 77, 100]) await prepared(await makeFilm({ profile: { stream: fine, container: fine } }));
});

it('D4 says of a film that it was cut, wherever its description stands', async () => {
  for (const how of [{ front: true }, { front: false }, { matroska: true }, { codec: 'vp8' as const }]) {
    const whole = await makeFilm({ seconds: 20, ...how });
    expect((await prepared(whole)).duration_ms).toBe(lasting(20, how));
    for (const part of [0.3, 0.6, 0.9]) {
      const cut = whole.subarray(0, Math.floor(whole.length * part));
      await expect(prepared(cut), `${JSON.stringify(how)} ${part}`).rejects.toThrow('视频已损坏或没有传完整');
    }
  }
});

it('D5 copies H.264 out of Matroska, as recording programs write it, into an MP4', async () => {
  expect(await prepared(await makeFilm({ matroska: true, seconds: 4 }))).toMatchObject({ type: 'mp4', duration_ms: 3_500, width: 64 });
  expect(boxesOf(readFileSync(target)).slice(0, 2)).toEqual(['ftyp', 'moov']);
  // what its own container plays stays in it
  expect(await prepared(await makeFilm({ matroska: true, codec: 'vp8' }))).toMatchObject({ type: 'webm' });
  await expect(prepared(await makeFilm({ matroska: true, codec: 'hevc' }))).rejects.toThrow('H.265');
});

it('D6 a film whose clock begins at an hour is as long as what it shows, and its copy begins at zero', async () => {
  for (const how of [{ front: true }, { matroska: true }, { codec: 'vp8' as const }]) {
    expect(await prepared(await makeFilm({ seconds: 4, start_s: 3_600, ...how }))).toMatchObject({ duration_ms: lasting(4, how) });
    const copy = readFileSync(target);
    expect(await prepared(copy)).toMatchObject({ duration_ms: lasting(4, how) });
    expect(await prepared(await makeFilm({ seconds: 4, start_s: 3_600, ...how }), 2)).toMatchObject({ duration_ms: 2_000 });
  }
});
