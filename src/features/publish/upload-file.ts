import { ApiError } from '#client/api-error.ts';
import { LONG_TIMEOUT_MS } from '#client/gateway.ts';
import { $session } from '#client/session.ts';
import { readJson, writeText } from '#client/storage.ts';
import type { Envelope } from '#contract/envelope.ts';
import { PLATFORM } from '#contract/envelope.ts';
import type { UploadedFile, UploadPurpose, UploadSignature, UploadState } from '#contract/publish.ts';
import { getUpload, signUpload } from './publish.api.ts';

export interface UploadProgress {
  loaded_bytes: number;
  total_bytes: number;
  bytes_per_s: number;
  /** Everything has arrived; the server looks into the file. */
  checking: boolean;
  /** The connection failed; the next try begins soon. */
  waiting: boolean;
}

export interface UploadWish {
  purpose: UploadPurpose;
  signal: AbortSignal;
  onProgress(progress: UploadProgress): void;
}

/** Failures in a row without a byte of progress after which the reader is asked. */
const TRIES = 6;
const BACKOFF_MS = 1_000;
const BACKOFF_MAX_MS = 15_000;

/** The network failed for longer than we try; the file can go on from where it stopped. */
export class UploadInterrupted extends Error {}

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
    const part = file.slice(offset, offset + signed.part_bytes);
    let sent = 0;
    const onSent = (bytes: number) => {
      sent = bytes;
      report(offset + bytes);
    };
    try {
      state = await sendPart(signed, offset, part, wish.signal, onSent);
      failures = 0;
    } catch (error) {
      wish.signal.throwIfAborted();
      if (error instanceof ApiError && isFinal(error)) {
        // the disk will have room again, and the session can be renewed: what arrived is still there
        if (error.status !== 507 && error.code !== 2) writeText(memory, null);
        throw error;
      }
      if (++failures > TRIES) throw new UploadInterrupted('网络中断，文件已保留进度');
      // what was sent stays shown until the server says how much of it arrived
      report(offset + sent, true);
      await pause(Math.min(BACKOFF_MS * 2 ** (failures - 1), BACKOFF_MAX_MS), wish.signal);
      const known = await getUpload(signed.upload_key).catch(() => null);
      if (known && known.received_bytes > state.received_bytes) failures = 0;
      if (known) state = known;
    }
  }
  writeText(memory, null);
  return state.file;
}

/** An upload of this very file that is still open, or a new one. @throws UploadInterrupted when nobody answers: what arrived is kept */
async function begin(memory: string, file: File, purpose: UploadPurpose): Promise<{ signed: UploadSignature; state: UploadState }> {
  const known = readJson(memory) as UploadSignature | null;
  if (known?.upload_key) {
    const state = await getUpload(known.upload_key).catch(refusedOrGone);
    if (state) return { signed: known, state };
  }
  const signed = await signUpload(purpose, file).catch(interrupted);
  writeText(memory, JSON.stringify(signed));
  return { signed, state: { status: 'open', received_bytes: 0, size_bytes: file.size, file: null, refusal: '' } };
}

/** The server does not answer, or asks for patience: to go on later is worth it. */
function isPassing({ status }: ApiError): boolean {
  return status === 0 || status === 429 || (status >= 500 && status !== 507);
}

function interrupted(error: unknown): never {
  if (error instanceof ApiError && isPassing(error)) throw new UploadInterrupted('网络中断，文件已保留进度');
  throw error;
}

/** An upload that the server does not know any more, or has refused, is begun anew. */
function refusedOrGone(error: unknown): null {
  if (error instanceof ApiError && !isPassing(error) && error.code !== 2) return null;
  return interrupted(error);
}

/** A wrong offset or a busy upload is worth asking again; a refusal is not. */
function isFinal(error: ApiError): boolean {
  return error.status !== 0 && error.status !== 409 && error.status !== 429 && (error.status < 500 || error.status === 507);
}

/** XMLHttpRequest, because fetch tells no upload progress. */
function sendPart(
  signed: UploadSignature,
  offset: number,
  part: Blob,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<UploadState> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${signed.host}?offset=${offset}`);
    request.timeout = LONG_TIMEOUT_MS;
    const headers = {
      platform: String(PLATFORM),
      token: $session.get()?.token ?? '',
      'content-type': 'application/octet-stream',
      'x-upload-policy': signed.policy,
      'x-upload-signature': signed.signature,
    };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const cancel = () => request.abort();
    signal.addEventListener('abort', cancel);
    const failed = () => reject(new ApiError({ code: 1, msg: '', status: 0 }));
    request.upload.onprogress = (event) => onSent(event.loaded);
    request.onerror = failed;
    request.ontimeout = failed;
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const answer = readEnvelope(request.responseText);
      if (!answer) failed();
      else if (answer.code === 0) resolve(answer.data);
      else reject(new ApiError({ code: answer.code, msg: answer.msg, status: request.status }));
    };
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
