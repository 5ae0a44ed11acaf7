/** What browsers play of a codec: the profiles that all of them know. What they do not is reported in words that say what to change. */

const HINT = '请重新导出为 H.264（High、8 位、4:2:0）的 MP4 后上传';

/** H.264 by `profile_idc`: baseline, main, high. */
const AVC_PROFILES = new Set([66, 77, 100]);
const AVC_NAMES: Readonly<Record<number, string>> = {
  44: '4:4:4',
  88: 'Extended',
  110: '10 位',
  118: '多视角（3D）',
  122: '4:2:2',
  128: '立体（3D）',
  244: '4:4:4',
};
/** Level 5.2: 4K at 60 pictures a second. */
const AVC_LEVEL_MAX = 52;
/** VP9: 4:2:0 of 8 and of 10 or 12 bit. */
const VP9_PROFILES = new Set(['00', '02']);
/** AAC by its object type: LC, HE, HE v2; what a file does not say is LC. */
const AAC_TYPES = new Set([2, 5, 29]);
const SAMPLE_RATES = { least: 8_000, most: 96_000 } as const;
const CHANNELS_MOST = 8;

/**
 * Why browsers do not play a picture of this codec, from its codec string (RFC 6381) and its decoder's description; null: they do.
 * Of H.264 both what the container says and what the stream says count: some programs write one for the other.
 */
export function whyNotShown(codec: string, description?: Uint8Array): string | null {
  if (/^(hvc|hev|dvh)/.test(codec)) return `视频是 H.265（HEVC）编码，很多浏览器无法播放，${HINT}`;
  const [, avc] = /^avc[13]\.([0-9a-f]{6})$/i.exec(codec) ?? [];
  if (avc) {
    const profiles = [Number.parseInt(avc.slice(0, 2), 16), spsProfile(description)];
    const wrong = profiles.find((profile) => profile !== null && !AVC_PROFILES.has(profile));
    if (wrong !== undefined && wrong !== null) return `视频是 H.264 ${AVC_NAMES[wrong] ?? '专业'}格式，浏览器无法播放，${HINT}`;
    if (Number.parseInt(avc.slice(4), 16) > AVC_LEVEL_MAX)
      return `视频的画面规格（H.264 级别）超出浏览器的播放能力，请缩小到 4K 以内，${HINT}`;
  }
  const [, vp9] = /^vp09\.(\d\d)/.exec(codec) ?? [];
  if (vp9 && !VP9_PROFILES.has(vp9)) return `视频是 VP9 4:2:2 或 4:4:4 格式，很多浏览器无法播放，${HINT}`;
  const [, av1] = /^av01\.(\d)/.exec(codec) ?? [];
  if (av1 && av1 !== '0') return `视频是 AV1 ${av1 === '1' ? '4:4:4' : '专业'}格式，很多浏览器无法播放，${HINT}`;
  return null;
}

/** Why browsers do not play a sound; null: they do. */
export function whyNotHeard(codec: string, { sample_rate, channels }: { sample_rate: number; channels: number }): string | null {
  const [, type] = /^mp4a\.40\.(\d+)$/i.exec(codec) ?? [];
  if (type && !AAC_TYPES.has(Number(type))) return '视频里的声音是浏览器无法播放的 AAC 变体，请用 AAC-LC 声音重新导出后上传';
  if (sample_rate < SAMPLE_RATES.least || sample_rate > SAMPLE_RATES.most)
    return `视频里声音的采样率是 ${sample_rate} Hz，浏览器无法播放，请用 48000 Hz 重新导出后上传`;
  if (channels < 1 || channels > CHANNELS_MOST) return `视频里的声音有 ${channels} 个声道，浏览器无法播放，请用立体声重新导出后上传`;
  return null;
}

/** `profile_idc` of the first parameter set of an AVCDecoderConfigurationRecord; null where there is none. */
function spsProfile(description: Uint8Array | undefined): number | null {
  // version, three bytes of profile and level, length size, number of sets, two bytes of length, the unit's header, its profile
  if (!description || description.length < 10 || description[0] !== 1 || ((description[5] as number) & 31) === 0) return null;
  return description[9] as number;
}
