import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import sharp from 'sharp';
import { avcDescription, Bits } from './film.ts';

/** Macroblocks of 16 px. */
const [COLUMNS, ROWS] = [40, 23] as const;
export const [LECTURE_WIDTH, LECTURE_HEIGHT] = [COLUMNS * 16, ROWS * 16] as const;

/** What stands on the screen from one moment to the next. */
export interface LectureFrame {
  svg: string;
  /** Whole seconds. */
  seconds: number;
  /** It begins a slide: players may go there. */
  begins: boolean;
}

/** Planes of a picture: luma, blue and red difference, these halved. */
interface Planes {
  y: Uint8Array;
  u: Uint8Array;
  v: Uint8Array;
}

/**
 * A silent film of slides. H.264 without an encoder and without loss: a macroblock that continues the row or column before it says so in a few
 * bits, one that did not change is skipped, any other holds its samples (I_PCM). Slides are mostly ground, so minutes take some hundred kilobytes.
 */
export async function drawLecture(frames: readonly LectureFrame[]): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: 1 });
  await output.start();
  const decoderConfig = {
    ...{ codec: 'avc1.42c01e', codedWidth: LECTURE_WIDTH, codedHeight: LECTURE_HEIGHT },
    description: avcDescription(COLUMNS, ROWS),
  };
  let before: Planes | null = null;
  let [at, number, slides] = [0, 0, 0];
  for (const { svg, seconds, begins } of frames) {
    const planes = await planesOf(svg);
    // a picture a second: some browsers end a film early whose last picture stands long
    for (let second = 0; second < seconds; second++) {
      const key = second === 0 && (begins || before === null);
      number = key ? 0 : (number + 1) % 16;
      if (key) slides++;
      const head = key ? keyHead(slides) : changeHead(number);
      const slice = writeSlice(head, planes, key ? null : before).unit(key ? 0x65 : 0x61);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(slice.length);
      await source.add(new EncodedPacket(Buffer.concat([length, slice]), key ? 'key' : 'delta', at, 1), { decoderConfig });
      at += 1;
      before = planes;
    }
  }
  await output.finalize();
  return Buffer.from(target.buffer as ArrayBuffer);
}

/** First macroblock, type I, parameter set, frame number, number of the picture, no long reference, filter off. */
const keyHead = (slides: number) =>
  new Bits()
    .ue(0)
    .ue(7)
    .ue(0)
    .u(0, 4)
    .ue(slides % 2)
    .u(0, 2)
    .se(0)
    .ue(1);

/** The same of a picture that refers to the last one: type P, no list of references of its own. */
const changeHead = (number: number) => new Bits().ue(0).ue(5).ue(0).u(number, 4).u(0, 3).se(0).ue(1);

/** Signs of a macroblock that continues its neighbour: above, left. */
const VERTICAL = { type: 1, chroma: 2 } as const;
const HORIZONTAL = { type: 2, chroma: 1 } as const;
const PCM = 25;

function writeSlice(bits: Bits, planes: Planes, before: Planes | null): Bits {
  // what a neighbour's blocks count as: 16 where it holds samples
  const counts = new Uint8Array(COLUMNS * ROWS);
  const shift = before ? 5 : 0;
  // most seconds of a film: all of it is skipped
  if (before === planes) return bits.ue(COLUMNS * ROWS);
  let skipped = 0;
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const at = row * COLUMNS + column;
      if (before && isSame(planes, before, column, row)) {
        skipped++;
        continue;
      }
      if (before) bits.ue(skipped);
      skipped = 0;
      const way =
        row > 0 && continues(planes, column, row, 'above')
          ? VERTICAL
          : column > 0 && continues(planes, column, row, 'left')
            ? HORIZONTAL
            : null;
      if (way) {
        const near = [column > 0 ? (counts[at - 1] as number) : -1, row > 0 ? (counts[at - COLUMNS] as number) : -1].filter((n) => n >= 0);
        const mean = near.length === 2 ? ((near[0] as number) + (near[1] as number) + 1) >> 1 : (near[0] ?? 0);
        bits
          .ue(way.type + shift)
          .ue(way.chroma)
          .se(0);
        // no coefficient, in the code that the neighbours' counts choose
        if (mean >= 8) bits.u(0b000011, 6);
        else bits.u(1, 1);
      } else {
        counts[at] = 16;
        bits
          .ue(PCM + shift)
          .align()
          .bytes(samplesOf(planes, column, row));
      }
    }
  }
  return skipped > 0 ? bits.ue(skipped) : bits;
}

/** The part of each plane that a macroblock has, and the plane's width. */
const parts = ({ y, u, v }: Planes) =>
  [
    { plane: y, size: 16 },
    { plane: u, size: 8 },
    { plane: v, size: 8 },
  ].map((one) => ({ ...one, width: COLUMNS * one.size }));

function samplesOf(planes: Planes, column: number, row: number): Uint8Array {
  const samples = new Uint8Array(384);
  let to = 0;
  for (const { plane, size, width } of parts(planes)) {
    for (let line = 0; line < size; line++, to += size) {
      const from = (row * size + line) * width + column * size;
      samples.set(plane.subarray(from, from + size), to);
    }
  }
  return samples;
}

function isSame(planes: Planes, before: Planes, column: number, row: number): boolean {
  const [now, then] = [parts(planes), parts(before)];
  return now.every(({ plane, size, width }, at) => {
    const other = (then[at] as (typeof then)[number]).plane;
    for (let line = 0; line < size; line++) {
      const from = (row * size + line) * width + column * size;
      for (let x = from; x < from + size; x++) if (plane[x] !== other[x]) return false;
    }
    return true;
  });
}

/** Every sample is that of the last row above it, or of the last column left of it. */
function continues(planes: Planes, column: number, row: number, from: 'above' | 'left'): boolean {
  return parts(planes).every(({ plane, size, width }) => {
    for (let line = 0; line < size; line++) {
      const start = (row * size + line) * width + column * size;
      for (let x = 0; x < size; x++) {
        const source = from === 'above' ? (row * size - 1) * width + column * size + x : start - 1;
        if (plane[start + x] !== plane[source]) return false;
      }
    }
    return true;
  });
}

/** The picture in the colours of films (BT.601, not the full range). */
async function planesOf(svg: string): Promise<Planes> {
  const rgb = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
  const [width, height] = [LECTURE_WIDTH, LECTURE_HEIGHT];
  const planes = { y: new Uint8Array(width * height), u: new Uint8Array((width * height) / 4), v: new Uint8Array((width * height) / 4) };
  const of = (at: number) => rgb[at] as number;
  // in whole numbers of a 256th, which takes a fifth of the time
  for (let to = 0, at = 0; to < planes.y.length; to++, at += 3)
    planes.y[to] = (4_224 + 66 * of(at) + 129 * of(at + 1) + 25 * of(at + 2)) >> 8;
  const below = width * 3;
  for (let y = 0, to = 0; y < height; y += 2) {
    for (let at = y * below, end = at + below; at < end; at += 6, to++) {
      const r = of(at) + of(at + 3) + of(at + below) + of(at + below + 3);
      const g = of(at + 1) + of(at + 4) + of(at + below + 1) + of(at + below + 4);
      const b = of(at + 2) + of(at + 5) + of(at + below + 2) + of(at + below + 5);
      planes.u[to] = (131_584 - 38 * r - 74 * g + 112 * b) >> 10;
      planes.v[to] = (131_584 + 112 * r - 94 * g - 18 * b) >> 10;
    }
  }
  return planes;
}
