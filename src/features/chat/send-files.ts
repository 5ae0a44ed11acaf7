import { toastError } from '#client/toast.ts';
import { ATTACHMENT_ACCEPT, ATTACHMENT_MAX_BYTES } from '#contract/publish.ts';
import { voiceText } from '#contract/voice.ts';
import { uploadFile } from '#kit/upload/upload-file.ts';
import type { Talk } from './talk.store.ts';
import type { Voice } from './voice-recorder.ts';

export const PICTURES = 'image/png,image/jpeg,image/webp';
export const FILES = `${ATTACHMENT_ACCEPT},.psd,.ai,.eps,.cdr,.3ds,.skp,.max,.rar,.7z`;
/** At once, chosen or dragged: who lets go of a selection may not have meant each of them. */
export const SENT_MOST = 9;
const MOST_MB = ATTACHMENT_MAX_BYTES / 1024 ** 2;
export const SENT_LIMIT = `每个最大 ${MOST_MB} MB，一次最多 ${SENT_MOST} 个`;

const endOf = (name: string) => /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? '';
const takes = (endings: string, name: string) => endings.split(',').includes(endOf(name));

function sendFile(talk: Talk, type: 'picture' | 'file', chosen: File) {
  const purpose = type === 'picture' ? 'cover' : takes(ATTACHMENT_ACCEPT, chosen.name) ? 'attachment' : 'opaque';
  const signal = new AbortController().signal;
  const store = async () => (await uploadFile(chosen, { purpose, signal, onProgress: () => undefined })).id;
  void talk.actions.sendFile(type, chosen.name, store);
}

export function sendVoice(talk: Talk, { file, ms, wave }: Voice) {
  const signal = new AbortController().signal;
  const store = async () => (await uploadFile(file, { purpose: 'voice', signal, onProgress: () => undefined })).id;
  void talk.actions.sendFile('voice', voiceText(ms), store, wave);
}

/** As what a file of this name is sent; null: not at all. */
export function sentAs({ name, type }: Pick<File, 'name' | 'type'>): 'picture' | 'file' | null {
  if (type !== '' && PICTURES.split(',').includes(type)) return 'picture';
  return takes(FILES, name) ? 'file' : null;
}

/** What was chosen for a conversation or dropped on it, all of it or, with the reason said, nothing; `as`: what all of it is, where a press said so. */
export function sendFiles(talk: Talk, chosen: readonly File[], as?: 'picture' | 'file') {
  if (chosen.length > SENT_MOST) return toastError(`一次最多发送 ${SENT_MOST} 个文件`);
  const wrong = chosen.find((one) => sentAs(one) === null);
  if (wrong) return toastError(`“${wrong.name}”不能发送：可以发图片、视频、Office 文档、PDF、设计源文件和压缩包`);
  const great = chosen.find(({ size }) => size > ATTACHMENT_MAX_BYTES);
  if (great) return toastError(`“${great.name}”超过 ${MOST_MB} MB，${chosen.length > 1 ? '这些文件都' : ''}没有发送`);
  for (const one of chosen) sendFile(talk, as ?? (sentAs(one) as 'picture' | 'file'), one);
}
