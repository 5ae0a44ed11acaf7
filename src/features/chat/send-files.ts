import { toastError } from '#client/toast.ts';
import { voiceText } from '#contract/voice.ts';
import { uploadFile } from '#kit/upload/upload-file.ts';
import type { Talk } from './talk.store.ts';
import type { Voice } from './voice-recorder.ts';

export const PICTURES = 'image/png,image/jpeg,image/webp';
export const FILES = '.pdf,.psd,.ai,.eps,.cdr,.3ds,.skp,.max,.zip,.rar,.7z,.png,.jpg,.jpeg,.webp';
const FILE_MAX = 50 * 1024 * 1024;
/** At once by dragging: who lets go of a selection may not have meant each of them. */
export const DROPPED_MOST = 9;

export function sendFile(talk: Talk, type: 'picture' | 'file', chosen: File) {
  if (chosen.size > FILE_MAX) return toastError('文件不能超过 50 MB');
  const purpose = type === 'picture' ? 'cover' : 'opaque';
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
  const end = /\.[^.]+$/.exec(name.toLowerCase())?.[0];
  return end !== undefined && FILES.split(',').includes(end) ? 'file' : null;
}

/** What was dropped on a conversation, all of it or, with the reason said, nothing. */
export function sendDropped(talk: Talk, dropped: readonly File[]) {
  if (dropped.length > DROPPED_MOST) return toastError(`一次最多发送 ${DROPPED_MOST} 个文件`);
  const wrong = dropped.find((one) => sentAs(one) === null);
  if (wrong) return toastError(`“${wrong.name}”不能发送：可以发图片、PDF、设计源文件和压缩包`);
  for (const one of dropped) sendFile(talk, sentAs(one) as 'picture' | 'file', one);
}
