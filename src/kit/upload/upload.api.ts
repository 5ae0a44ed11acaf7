import { ASIDE, gateway, LONG_TIMEOUT_MS } from '#client/gateway.ts';
import type { NextPart, UploadPurpose, UploadSignature, UploadState } from '#contract/publish.ts';

/** The last part waits for the server's check of the whole file. */
export function signUpload(purpose: UploadPurpose, file: File, direct = true): Promise<UploadSignature> {
  const body = { type: purpose, file_type: file.type.slice(0, 100), style: '', save_name: file.name.slice(-200), size: file.size, direct };
  return gateway('POST /api/oss/signature_new', body, ASIDE);
}

/** Where the next part goes; with nothing missing it waits for the server's check of the whole file. */
export function nextPart({ upload_key, policy, signature }: UploadSignature): Promise<NextPart> {
  return gateway(
    'POST /upload/:key/next',
    { policy, signature },
    { ...ASIDE, timeout_ms: LONG_TIMEOUT_MS, at: `/upload/${upload_key}/next` },
  );
}

export function getUpload(upload_key: string): Promise<UploadState> {
  return gateway('GET /upload/:key', {}, { ...ASIDE, at: `/upload/${upload_key}` });
}
