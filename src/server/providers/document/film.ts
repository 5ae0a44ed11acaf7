import {
  ALL_FORMATS,
  EncodedAudioPacketSource,
  type EncodedPacket,
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
import { whyNotHeard, whyNotShown } from './film-codecs.ts';
import { DocumentError } from './port.ts';

type FilmType = FilmFacts['type'];

/** What browsers play without help, by the container that comes out. Which one came in says nothing: OBS writes H.264 into Matroska. */
const PLAYED: Record<FilmType, { video: readonly string[]; audio: readonly string[] }> = {
  mp4: { video: ['avc', 'vp9', 'av1'], audio: ['aac', 'mp3', 'opus'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
};
const DURATION_MAX_S = 4 * 3_600;
const SIDE_MAX = 8_192;
/** A film whose header promises so much more than is there was cut. */
const CUT_LEAST_S = 2;
const CUT_PART = 0.05;
const WANTED = '请转成 H.264 编码的 MP4 后上传';
const BROKEN = '视频已损坏或没有传完整，请重新导出或换一个文件上传';

/**
 * Writes a film again to `target`: what a player needs first stands first, and nothing else than picture and sound goes over, so no
 * place, device or chapter of who filmed it. Nothing is encoded again. `up_to_s`: only what is played before that time.
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
  const native = await containerOf(input);
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new DocumentError((await input.getTracks()).length === 0 ? BROKEN : '文件里没有画面，请上传视频');
  const audio = await input.getPrimaryAudioTrack();
  const type = await playedAs(native, video, audio);
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  if (!(width > 0 && height > 0 && width <= SIDE_MAX && height <= SIDE_MAX)) throw new DocumentError(`视频画面尺寸无法播放，${WANTED}`);
  const tracks = [video, ...(audio ? [audio] : [])];
  // a recording may begin at any time of its clock; what an edit list hides before zero stays hidden
  const start_s = Math.max(0, await input.getFirstTimestamp(tracks));
  const duration_s = (await input.computeDuration(tracks)) - start_s;
  if (!(duration_s > 0)) throw new DocumentError('视频没有内容，请重新导出');
  if (duration_s > DURATION_MAX_S) throw new DocumentError('视频最长 4 小时，请剪短后上传');
  const told_s = await input.getDurationFromMetadata(tracks);
  if (told_s !== null && told_s - start_s - duration_s > Math.max(CUT_LEAST_S, duration_s * CUT_PART)) throw new DocumentError(BROKEN);
  const format = type === 'mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat();
  const output = new Output({ format, target: new FilePathTarget(target) });
  const part = { start_s, up_to_s };
  try {
    const copies = [await copyVideo(output, video, part), ...(audio ? [await copyAudio(output, audio, part)] : [])];
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

/** The container that picture and sound are copied into: the one they came in where browsers play them there. */
async function playedAs(native: FilmType, video: InputVideoTrack, audio: InputAudioTrack | null): Promise<FilmType> {
  const picture = await video.getCodec();
  const shown = await video.getCodecParameterString();
  const description = (await video.getDecoderConfig())?.description;
  const unseen = shown === null ? null : whyNotShown(shown, description === undefined ? undefined : bytesOf(description));
  if (unseen !== null) throw new DocumentError(unseen);
  const types = ([native, native === 'mp4' ? 'webm' : 'mp4'] as const).filter((type) => picture && PLAYED[type].video.includes(picture));
  if (types.length === 0) throw new DocumentError(`浏览器无法播放这种编码的视频，${WANTED}`);
  if (!audio) return types[0] as FilmType;
  const sound = await audio.getCodec();
  const heard = await audio.getCodecParameterString();
  const facts = { sample_rate: await audio.getSampleRate(), channels: await audio.getNumberOfChannels() };
  const unheard = heard === null ? null : whyNotHeard(heard, facts);
  if (unheard !== null) throw new DocumentError(unheard);
  const type = types.find((one) => sound && PLAYED[one].audio.includes(sound));
  if (!type) throw new DocumentError(`浏览器无法播放视频里的声音，请用 AAC 声音${WANTED.slice(1)}`);
  return type;
}

function bytesOf(data: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
}

/** What of a film is copied; times of the copy begin at zero. */
interface Part {
  start_s: number;
  up_to_s: number;
}

/** Adds the track and answers what copies its packets. */
async function copyVideo(output: Output, track: InputVideoTrack, part: Part): Promise<() => Promise<void>> {
  const codec = await track.getCodec();
  const config = await track.getDecoderConfig();
  if (!codec || !config) throw new DocumentError(`视频画面无法读取，${WANTED}`);
  const source = new EncodedVideoPacketSource(codec);
  const count = await countOf(track);
  output.addVideoTrack(source, { rotation: await track.getRotation(), maximumPacketCount: count });
  return () => copyPackets(track, { ...part, count }, source, (packet) => source.add(packet, { decoderConfig: config }));
}

async function copyAudio(output: Output, track: InputAudioTrack, part: Part): Promise<() => Promise<void>> {
  const codec = await track.getCodec();
  const config = await track.getDecoderConfig();
  if (!codec || !config) throw new DocumentError(`视频里的声音无法读取，${WANTED}`);
  const source = new EncodedAudioPacketSource(codec);
  const count = await countOf(track);
  output.addAudioTrack(source, { maximumPacketCount: count });
  return () => copyPackets(track, { ...part, count }, source, (packet) => source.add(packet, { decoderConfig: config }));
}

/** @throws DocumentError when the file ends before the packets that its tables promise */
async function copyPackets(
  track: InputTrack,
  { start_s, up_to_s, count }: Part & { count: number },
  source: { close(): void },
  add: (packet: EncodedPacket) => Promise<void>,
): Promise<void> {
  let copied = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timestamp = packet.timestamp - start_s;
    if (timestamp >= up_to_s) return source.close();
    await add(start_s === 0 ? packet : packet.clone({ timestamp }));
    copied++;
  }
  if (copied < count) throw new DocumentError(BROKEN);
  source.close();
}

async function countOf(track: InputTrack): Promise<number> {
  return (await track.computePacketStats()).packetCount;
}
