import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

export interface FilmOptions {
  codec?: 'avc' | 'hevc' | 'vp8';
  seconds?: number;
  /** What a camera or a program writes beside the picture. */
  comment?: string;
  /** What a player needs first stands first. */
  front?: boolean;
  /** As recording programs write it. */
  matroska?: boolean;
  /** Time of the first picture. */
  start_s?: number;
  /** `profile_idc` of H.264: of the stream, and of what the container says of it. */
  profile?: { stream: number; container: number };
}

/** A decoder's description of 64 x 64 pixels: enough to be copied, nothing that could be decoded stands in the packets. */
const DESCRIPTIONS = {
  avc: Buffer.from('0142c00affe1000a6742c00ad908490f2e0101000568cb8cb220', 'hex'),
  hevc: Buffer.from('0101600000009000000000001ef000fcfdf8f800000f00', 'hex'),
  vp8: undefined,
};
const CODECS = { avc: 'avc1.42c00a', hevc: 'hvc1.1.6.L30.90', vp8: 'vp8' };

/** A film as programs write them that do not think of the web: what a player needs first stands last. Two packets a second. */
export async function makeFilm({ codec = 'avc', seconds = 3, comment = '', start_s = 0, ...how }: FilmOptions = {}): Promise<Buffer> {
  const target = new BufferTarget();
  const mp4 = () => new Mp4OutputFormat({ fastStart: how.front ? 'in-memory' : false });
  const format = how.matroska ? new MkvOutputFormat() : codec === 'vp8' ? new WebMOutputFormat() : mp4();
  const output = new Output({ format, target });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source);
  output.setMetadataTags({ comment });
  await output.start();
  const description = DESCRIPTIONS[codec] && Buffer.from(DESCRIPTIONS[codec]);
  if (description && how.profile) {
    description[1] = how.profile.container;
    description[9] = how.profile.stream;
  }
  const decoderConfig = { codec: CODECS[codec], codedWidth: 64, codedHeight: 64, ...(description ? { description } : {}) };
  for (let at = 0; at < seconds * 2; at++) {
    await source.add(new EncodedPacket(Buffer.alloc(200, at + 1), at % 4 === 0 ? 'key' : 'delta', start_s + at / 2, 0.5), {
      decoderConfig,
    });
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
