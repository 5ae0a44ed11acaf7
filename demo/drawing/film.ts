import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';

/** Macroblocks of 16 px. */
const [COLUMNS, ROWS] = [20, 12] as const;
export const [FILM_WIDTH, FILM_HEIGHT] = [COLUMNS * 16, ROWS * 16] as const;

/** Colours as luma, blue and red difference. */
export interface FilmColours {
  ground: readonly [y: number, u: number, v: number];
  bar: readonly [y: number, u: number, v: number];
}

/**
 * A silent film of so many seconds, a picture a second: a ground of one colour and a bar that grows. H.264 without an encoder: every
 * macroblock holds its samples as they are (I_PCM), so any decoder of the baseline profile plays it.
 */
export async function drawFilm(seconds: number, colours: FilmColours): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: 1 });
  await output.start();
  const description = avcDescription(COLUMNS, ROWS);
  const decoderConfig = { codec: 'avc1.42c01e', codedWidth: FILM_WIDTH, codedHeight: FILM_HEIGHT, description };
  for (let at = 0; at < seconds; at++) {
    const slice = idrSlice(at, (column, row) => (isBar(column, row, (at + 1) / seconds) ? colours.bar : colours.ground));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(slice.length);
    await source.add(new EncodedPacket(Buffer.concat([length, slice]), 'key', at, 1), { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer as ArrayBuffer);
}

const isBar = (column: number, row: number, part: number): boolean =>
  row >= 8 && row < 10 && column >= 2 && column < 2 + part * (COLUMNS - 4);

/** Bits as H.264 writes them: fixed lengths and Exp-Golomb codes. */
export class Bits {
  readonly #bytes: number[] = [];
  #byte = 0;
  #left = 8;

  u(value: number, length: number): this {
    for (let bit = length - 1; bit >= 0; bit--) {
      this.#left--;
      this.#byte |= ((value >> bit) & 1) << this.#left;
      if (this.#left === 0) this.#next();
    }
    return this;
  }

  ue(value: number): this {
    const length = Math.floor(Math.log2(value + 1));
    return this.u(0, length).u(value + 1, length + 1);
  }

  se(value: number): this {
    return this.ue(value > 0 ? value * 2 - 1 : -value * 2);
  }

  align(): this {
    return this.#left === 8 ? this : this.u(0, this.#left);
  }

  bytes(values: Uint8Array): this {
    for (const value of values) this.#bytes.push(value);
    return this;
  }

  /** The unit with its stop bit and the bytes that keep it from looking like the beginning of another. */
  unit(header: number): Buffer {
    this.u(1, 1).align();
    const safe = [header];
    let zeros = 0;
    for (const byte of this.#bytes) {
      if (zeros >= 2 && byte <= 3) {
        safe.push(3);
        zeros = 0;
      }
      safe.push(byte);
      zeros = byte === 0 ? zeros + 1 : 0;
    }
    return Buffer.from(safe);
  }

  #next(): void {
    this.#bytes.push(this.#byte);
    this.#byte = 0;
    this.#left = 8;
  }
}

/** Baseline, level 3, frames alone, no reference but the last. */
function sequence(columns: number, rows: number): Buffer {
  const bits = new Bits().u(66, 8).u(0xc0, 8).u(30, 8).ue(0).ue(0).ue(2).ue(1).u(0, 1);
  return bits
    .ue(columns - 1)
    .ue(rows - 1)
    .u(1, 1)
    .u(1, 1)
    .u(0, 1)
    .u(0, 1)
    .unit(0x67);
}

const picture = (): Buffer =>
  new Bits().ue(0).ue(0).u(0, 1).u(0, 1).ue(0).ue(0).ue(0).u(0, 1).u(0, 2).se(0).se(0).se(0).u(1, 1).u(0, 1).u(0, 1).unit(0x68);

/** How a decoder receives both, as MP4 keeps it; the size in macroblocks. */
export function avcDescription(columns: number, rows: number): Buffer {
  const [sps, pps] = [sequence(columns, rows), picture()];
  const head = Buffer.from([1, 66, 0xc0, 30, 0xff, 0xe1, sps.length >> 8, sps.length & 255]);
  return Buffer.concat([head, sps, Buffer.from([1, pps.length >> 8, pps.length & 255]), pps]);
}

/** A whole picture; `colour` of each macroblock. Two pictures in a row must differ in their number. */
function idrSlice(at: number, colour: (column: number, row: number) => readonly [number, number, number]): Buffer {
  // first macroblock, type I, parameter set, frame number, number of the picture, no long reference, filter off
  const bits = new Bits()
    .ue(0)
    .ue(7)
    .ue(0)
    .u(0, 4)
    .ue(at % 2)
    .u(0, 1)
    .u(0, 1)
    .se(0)
    .ue(1);
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const [y, u, v] = colour(column, row);
      const samples = new Uint8Array(384).fill(y, 0, 256).fill(u, 256, 320).fill(v, 320);
      bits.ue(25).align().bytes(samples);
    }
  }
  return bits.unit(0x65);
}
