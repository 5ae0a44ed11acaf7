import { ApiError, type Failure, failureOf, plainFailure } from '#client/api-error.ts';
import { LONG_TIMEOUT_MS } from '#client/gateway.ts';
import { $session } from '#client/session.ts';
import { readJson, writeText } from '#client/storage.ts';
import type { Envelope } from '#contract/envelope.ts';
import { PLATFORM } from '#contract/envelope.ts';
import type { UploadedFile, UploadPurpose, UploadSignature, UploadState } from '#contract/publish.ts';
import { getUpload, nextPart, signUpload } from './upload.api.ts';

export interface UploadProgress {
  loaded_bytes: number;
  total_bytes: number;
  bytes_per_s: number;
  /** Everything has arrived; the server looks into the file. */
  checking: boolean;
  /** The connection failed; the next attempt begins soon. */
  waiting: boolean;
}

export interface UploadWish {
  purpose: UploadPurpose;
  signal: AbortSignal;
  onProgress(progress: UploadProgress): void;
}

/** Failures in a row without a byte of progress after which the reader is asked. */
const TRIES = 6;
/** Failures at the very beginning after which a file goes another way. */
const DIRECT_TRIES = 3;
const BACKOFF_MS = 1_000;
const BACKOFF_MAX_MS = 15_000;

/** The network failed for longer than we retry; the file can go on from where it stopped. */
export class UploadInterrupted extends Error {
  /** Who stopped it: the line or the server, in its words. */
  readonly said: string;

  constructor(said: string) {
    super(`${said}，文件已保留进度`);
    this.said = said;
  }
}

/** What stopped an upload, for who is to choose the file again. @throws `error` itself where it is neither refused nor interrupted */
export function uploadFault(error: unknown, again = '请重新选择图片'): Failure {
  return error instanceof UploadInterrupted ? plainFailure(`${error.said}，${again}`) : failureOf(error);
}

/**
 * Sends a file in parts and goes on from where it stopped: after a failed connection by itself, after a reload when the same file is
 * chosen again.
 * @throws ApiError with the reason when the file is refused or the session ended; UploadInterrupted; the signal's reason when cancelled
 */
export async function uploadFile(file: File, wish: UploadWish): Promise<UploadedFile> {
  const memory = `upload:${wish.purpose}:${file.name}:${file.size}:${file.lastModified}`;
  let { signed, state } = await begin(memory, file, wish.purpose);
  const speed = speedometer();
  const report = (loaded_bytes: number, waiting = false) =>
    wish.onProgress({
      loaded_bytes,
      total_bytes: file.size,
      bytes_per_s: speed(loaded_bytes),
      checking: !waiting && loaded_bytes >= file.size,
      waiting,
    });
  // what is there already is shown at once: a bar at 0 % would say that it was lost
  if (state.received_bytes > 0) report(state.received_bytes);
  let failures = 0;
  while (state.file === null) {
    wish.signal.throwIfAborted();
    const offset = state.received_bytes;
    let sent = 0;
    const onSent = (bytes: number) => {
      sent = bytes;
      report(offset + bytes);
    };
    try {
      state = await (signed.direct ? sendDirect : sendPart)(signed, state, file, wish.signal, onSent);
      failures = 0;
    } catch (error) {
      wish.signal.throwIfAborted();
      if (error instanceof ApiError && isFinal(error)) {
        // the disk will have room again, and the session can be renewed: what arrived is still there
        if (error.status !== 507 && error.code !== 2) writeText(memory, null);
        throw error;
      }
      if (++failures > TRIES) throw stoppedBy(error);
      // what was sent stays shown until the server says how much of it arrived
      report(offset + sent, true);
      await pause(Math.min(BACKOFF_MS * 2 ** (failures - 1), BACKOFF_MAX_MS), wish.signal);
      // some networks reach us and not the storage: then everything comes through us
      if (signed.direct && failures === DIRECT_TRIES && state.received_bytes === 0) {
        signed = await renew(memory, wish.purpose, file, signed);
        continue;
      }
      // of a direct upload the next part says more
      const known = signed.direct ? null : await getUpload(signed.upload_key).catch(() => null);
      if (known && known.received_bytes > state.received_bytes) failures = 0;
      if (known) state = known;
    }
  }
  writeText(memory, null);
  return state.file;
}

/** An upload of this very file that is still open, or a new one. @throws UploadInterrupted when there is no answer: what arrived is retained */
async function begin(memory: string, file: File, purpose: UploadPurpose): Promise<{ signed: UploadSignature; state: UploadState }> {
  const known = readJson(memory) as UploadSignature | null;
  if (typeof known?.upload_key === 'string') {
    const state = await getUpload(known.upload_key).catch(refusedOrGone);
    if (state) return { signed: known, state };
  }
  const signed = await signUpload(purpose, file).catch(interrupted);
  writeText(memory, JSON.stringify(signed));
  return { signed, state: { status: 'open', received_bytes: 0, size_bytes: file.size, file: null, refusal: '' } };
}

/** The same file by way of our server. Who does not answer now either is asked again later. */
async function renew(memory: string, purpose: UploadPurpose, file: File, signed: UploadSignature): Promise<UploadSignature> {
  const fresh = await signUpload(purpose, file, false).catch(() => signed);
  writeText(memory, JSON.stringify(fresh));
  return fresh;
}

/** The server does not answer, or asks for patience: to go on later is worth it. */
function isPassing({ status }: ApiError): boolean {
  return status === 0 || status === 429 || (status >= 500 && status !== 507);
}

const stoppedBy = (error: unknown) => new UploadInterrupted(error instanceof ApiError && error.status !== 0 ? error.msg : '网络中断');

function interrupted(error: unknown): never {
  if (error instanceof ApiError && isPassing(error)) throw stoppedBy(error);
  throw error;
}

/** An upload that the server does not know any more, or has refused, is begun again. */
function refusedOrGone(error: unknown): null {
  if (error instanceof ApiError && !isPassing(error) && error.code !== 2) return null;
  return interrupted(error);
}

/** A wrong offset or a busy upload is worth asking again; a refusal is not. */
function isFinal(error: ApiError): boolean {
  return error.status !== 0 && error.status !== 409 && error.status !== 429 && (error.status < 500 || error.status === 507);
}

type SendPart = (
  signed: UploadSignature,
  state: UploadState,
  file: File,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
) => Promise<UploadState>;

/** Through our server, which answers how far it is. */
const sendPart: SendPart = async (signed, { received_bytes: offset }, file, signal, onSent) => {
  const headers = {
    platform: String(PLATFORM),
    token: $session.get()?.token ?? '',
    'content-type': 'application/octet-stream',
    'x-upload-policy': signed.policy,
    'x-upload-signature': signed.signature,
  };
  const part = file.slice(offset, offset + signed.part_bytes);
  const { status, text } = await send('POST', `${signed.host}?offset=${offset}`, headers, part, signal, onSent);
  const answer = readEnvelope(text);
  if (!answer) throw unanswered();
  if (answer.code !== 0) throw new ApiError({ code: answer.code, msg: answer.msg, status });
  return answer.data;
};

/** Straight to the storage, where our server says. With nothing left to send it is asked for its check. */
const sendDirect: SendPart = async (signed, state, file, signal, onSent) => {
  const { next, ...now } = await nextPart(signed);
  if (!next) return now;
  const before = next.offset - state.received_bytes;
  const part = file.slice(next.offset, next.offset + next.bytes);
  const { status } = await send('PUT', next.url, {}, part, signal, (bytes) => onSent(before + bytes));
  // an address that ran out, a storage that is busy: the next one does it
  if (status !== 200) throw unanswered();
  return { ...now, received_bytes: next.offset + next.bytes };
};

const unanswered = () => new ApiError({ code: 1, msg: '', status: 0 });

/** XMLHttpRequest, because fetch reports no upload progress. */
function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  part: Blob,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.timeout = LONG_TIMEOUT_MS;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const cancel = () => request.abort();
    signal.addEventListener('abort', cancel);
    const failed = () => reject(unanswered());
    request.upload.onprogress = (event) => onSent(event.loaded);
    request.onerror = failed;
    request.ontimeout = failed;
    request.onabort = () => reject(signal.reason);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onloadend = () => signal.removeEventListener('abort', cancel);
    request.send(part);
  });
}

function readEnvelope(text: string): Envelope<UploadState> | null {
  try {
    return JSON.parse(text) as Envelope<UploadState>;
  } catch {
    return null;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

const WINDOW_MS = 4_000;

/** Bytes a second over the last seconds. */
function speedometer(): (loaded_bytes: number) => number {
  const marks: Array<{ at_ms: number; bytes: number }> = [];
  return (bytes) => {
    const at_ms = performance.now();
    marks.push({ at_ms, bytes });
    while (marks.length > 2 && at_ms - (marks[0]?.at_ms ?? 0) > WINDOW_MS) marks.shift();
    const first = marks[0];
    return first && at_ms > first.at_ms ? Math.max(0, ((bytes - first.bytes) * 1000) / (at_ms - first.at_ms)) : 0;
  };
}
