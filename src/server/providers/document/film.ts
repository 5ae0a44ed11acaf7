import {
  ALL_FORMATS,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { FilmFacts } from '#contract/publish.ts';
import { DocumentError } from './port.ts';

type FilmType = FilmFacts['type'];

/** What browsers play without help, by the container that comes out. */
const PLAYED: Record<FilmType, { video: readonly string[]; audio: readonly string[] }> = {
  mp4: { video: ['avc', 'vp9', 'av1'], audio: ['aac', 'mp3', 'opus'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
};
const DURATION_MAX_S = 4 * 3_600;
const SIDE_MAX = 8_192;
const WANTED = '请转成 H.264 编码的 MP4 后上传';
const BROKEN = `视频已损坏或没有传完整，请重新导出，${WANTED}`;

/**
 * Writes a film anew to `target`: what a player needs first stands first, and nothing else than picture and sound goes over, so no
 * place, device or chapter of who filmed it. Nothing is encoded anew. `up_to_s`: only what is played before that time.
 * @throws DocumentError with a reason for the publisher
 */
export async function prepareFilm(path: string, target: string, up_to_s = Number.POSITIVE_INFINITY): Promise<FilmFacts> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  try {
    return await write(input, target, up_to_s);
  } catch (cause) {
    throw cause instanceof DocumentError ? cause : new DocumentError(BROKEN, cause);
  } finally {
    input.dispose();
  }
}

async function write(input: Input, target: string, up_to_s: number): Promise<FilmFacts> {
  const type = await containerOf(input);
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new DocumentError((await input.getTracks()).length === 0 ? BROKEN : '文件里没有画面，请上传视频');
  const audio = await input.getPrimaryAudioTrack();
  await checkCodecs(type, video, audio);
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  const duration_s = await input.computeDuration();
  if (!(width > 0 && height > 0 && width <= SIDE_MAX && height <= SIDE_MAX)) throw new DocumentError(`视频画面尺寸无法播放，${WANTED}`);
  if (!(duration_s > 0)) throw new DocumentError('视频没有内容，请重新导出');
  if (duration_s > DURATION_MAX_S) throw new DocumentError('视频最长 4 小时，请剪短后上传');
  const format = type === 'mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat();
  const output = new Output({ format, target: new FilePathTarget(target) });
  try {
    const copies = [await copyVideo(output, video, up_to_s), ...(audio ? [await copyAudio(output, audio, up_to_s)] : [])];
    await output.start();
    await Promise.all(copies.map((copy) => copy()));
    await output.finalize();
  } catch (error) {
    // closes the target
    await output.cancel();
    throw error;
  }
  return { type, width, height, duration_ms: Math.round(Math.min(duration_s, up_to_s) * 1000) };
}

async function containerOf(input: Input): Promise<FilmType> {
  if (!(await input.canRead())) throw new DocumentError(`无法识别这个视频，${WANTED}`);
  const { name } = await input.getFormat();
  if (name === 'MP4' || name === 'QuickTime File Format') return 'mp4';
  if (name === 'WebM' || name === 'Matroska') return 'webm';
  throw new DocumentError(`暂不支持 ${name} 格式的视频，${WANTED}`);
}

async function checkCodecs(type: FilmType, video: InputVideoTrack, audio: InputAudioTrack | null): Promise<void> {
  const picture = await video.getCodec();
  if (picture === 'hevc') throw new DocumentError(`视频是 H.265（HEVC）编码，很多浏览器无法播放，${WANTED}`);
  if (!picture || !PLAYED[type].video.includes(picture)) throw new DocumentError(`浏览器无法播放这种编码的视频，${WANTED}`);
  const sound = audio ? await audio.getCodec() : null;
  if (audio && (!sound || !PLAYED[type].audio.includes(sound)))
    throw new DocumentError(`浏览器无法播放视频里的声音，请用 AAC 声音${WANTED.slice(1)}`);
}

/** Adds the track and answers what copies its packets. */
async function copyVideo(output: Output, track: InputVideoTrack, up_to_s: number): Promise<() => Promise<void>> {
  const codec = await track.getCodec();
  const config = await track.getDecoderConfig();
  if (!codec || !config) throw new DocumentError(`视频画面无法读取，${WANTED}`);
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { rotation: await track.getRotation(), maximumPacketCount: await countOf(track) });
  return async () => {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (packet.timestamp >= up_to_s) break;
      await source.add(packet, { decoderConfig: config });
    }
    source.close();
  };
}

async function copyAudio(output: Output, track: InputAudioTrack, up_to_s: number): Promise<() => Promise<void>> {
  const codec = await track.getCodec();
  const config = await track.getDecoderConfig();
  if (!codec || !config) throw new DocumentError(`视频里的声音无法读取，${WANTED}`);
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source, { maximumPacketCount: await countOf(track) });
  return async () => {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (packet.timestamp >= up_to_s) break;
      await source.add(packet, { decoderConfig: config });
    }
    source.close();
  };
}

async function countOf(track: InputTrack): Promise<number> {
  return (await track.computePacketStats()).packetCount;
}
