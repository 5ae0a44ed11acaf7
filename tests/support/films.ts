import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, WebMOutputFormat } from 'mediabunny';

export interface FilmOptions {
  codec?: 'avc' | 'hevc' | 'vp8';
  seconds?: number;
  /** What a camera or a program writes beside the picture. */
  comment?: string;
}

/** A decoder's description of 64 x 64 pixels: enough to be copied, nothing that could be decoded stands in the packets. */
const DESCRIPTIONS = {
  avc: Buffer.from('0142c00affe1000a6742c00ad908490f2e0101000568cb8cb220', 'hex'),
  hevc: Buffer.from('0101600000009000000000001ef000fcfdf8f800000f00', 'hex'),
  vp8: undefined,
};
const CODECS = { avc: 'avc1.42c00a', hevc: 'hvc1.1.6.L30.90', vp8: 'vp8' };

/** A film as programs write them that do not think of the web: what a player needs first stands last. Two packets a second. */
export async function makeFilm({ codec = 'avc', seconds = 3, comment = '' }: FilmOptions = {}): Promise<Buffer> {
  const target = new BufferTarget();
  const format = codec === 'vp8' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: false });
  const output = new Output({ format, target });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source);
  output.setMetadataTags({ comment });
  await output.start();
  const description = DESCRIPTIONS[codec];
  const decoderConfig = { codec: CODECS[codec], codedWidth: 64, codedHeight: 64, ...(description ? { description } : {}) };
  for (let at = 0; at < seconds * 2; at++) {
    await source.add(new EncodedPacket(Buffer.alloc(200, at + 1), at % 4 === 0 ? 'key' : 'delta', at / 2, 0.5), { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer as ArrayBuffer);
}

/** The boxes of an MP4 at its top level, in their order. */
export function boxesOf(film: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= film.length; ) {
    const size = film.readUInt32BE(at);
    names.push(film.subarray(at + 4, at + 8).toString('latin1'));
    at += size === 1 ? Number(film.readBigUInt64BE(at + 8)) : size;
    if (size === 0) break;
  }
  return names;
}
