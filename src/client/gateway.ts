import { type FetchOptions, type FetchResponse, ofetch } from 'ofetch';
import {
  ENTERPRISE_HEADER,
  ENTERPRISE_PARAM,
  type Envelope,
  NETWORK_FAILURE_TEXT,
  PLATFORM,
  PROOF_WANTED_STATUS,
} from '#contract/envelope.ts';
import type { CallData, CallInput, CallName, NamedCall } from '#contract/gateway.ts';
import { ApiError } from './api-error.ts';
import { $session, LOGIN_WANTED, LoginDismissed, type LoginWanted, requireSession, signOut } from './session.ts';
import { toastError } from './toast.ts';

export { ApiError } from './api-error.ts';

/** Spec 8: 30 s, and 300 s for what takes long. */
export const TIMEOUT_MS = 30_000;
export const LONG_TIMEOUT_MS = 300_000;

export interface CallOptions {
  /** No toast: the caller shows the error where it belongs. */
  silent?: boolean;
  /** A background call: if the session has ended, it fails without the login dialog. */
  background?: boolean;
  timeout_ms?: number;
  /** Goes on when the page is left; at most 64 KB. */
  keepalive?: boolean;
  /** Speaks as somebody else than the session, which this call then never ends. */
  token?: string;
  signal?: AbortSignal;
}

/** The screen shows what failed where it belongs. */
export const SILENT = { silent: true } as const;
/** Not requested by the user: side effects and background checks. */
export const ASIDE = { silent: true, background: true } as const;

/**
 * The only way from the browser to the server: a call by method and path, with what the contract says it takes. Gives the envelope's
 * `data` or throws `ApiError`. Codes 3 to 8 are thrown silently; code 2 ends the session and opens the login dialog, also for silent
 * calls; status 428 asks who the reader is and goes on; everything else is also shown for 5 s (spec 8).
 */
export function gateway<N extends CallName, I extends CallInput<N>>(
  name: N,
  ...[input, options = {}]: Arguments<N, Known<I, CallInput<N>>>
): Promise<CallData<N>> {
  const [method, path] = name.split(' ') as [string, string];
  return call<CallData<N>>(method, (options as { at?: string }).at ?? path, input ?? {}, options);
}

type NameOf<T> = T extends unknown ? keyof T : never;
/** The server refuses what the call does not declare; so do types, of variables as well. */
type Known<I, Declared> = I & Record<Exclude<keyof I & string, NameOf<Declared>>, never>;

type Arguments<N extends CallName, I> = N extends NamedCall
  ? [input: I, options: CallOptions & { at: string }]
  : Record<never, never> extends CallInput<N>
    ? [input?: I, options?: CallOptions]
    : [input: I, options?: CallOptions];

const request = ofetch.create({ baseURL: '/gateway', retry: 0, ignoreResponseError: true, headers: { platform: String(PLATFORM) } });

async function call<T>(method: string, path: string, input: object, options: CallOptions, proven = false): Promise<T> {
  const token = options.token ?? $session.get()?.token;
  // asked by every page, so without what only an enterprise's pages need; the server looks at it
  const enterprise = new URLSearchParams(globalThis.location?.search).get(ENTERPRISE_PARAM);
  const in_body = method === 'POST' || method === 'PUT';
  const sent: FetchOptions<'json'> = {
    method,
    query: { ...(in_body ? {} : input), _: Math.random().toString(36).slice(2) },
    timeout: options.timeout_ms ?? TIMEOUT_MS,
    body: in_body ? { ...input } : null,
    signal: options.signal ?? null,
    keepalive: options.keepalive ?? false,
    ...(token ? { headers: { token, ...(enterprise ? { [ENTERPRISE_HEADER]: enterprise } : {}) } } : {}),
  };
  const lost = (status: number) => shown(new ApiError({ code: 1, msg: NETWORK_FAILURE_TEXT, status }), options);
  let response: FetchResponse<Partial<Envelope<T>> | string>;
  try {
    response = await request.raw<Partial<Envelope<T>> | string>(path, sent);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw lost(0);
  }
  const answer = response._data;
  // a page instead of an envelope: something between us and the gateway answered
  if (typeof answer !== 'object' || answer === null) {
    throw lost(response.status);
  }
  if (answer.code === undefined) return answer as T;
  if (answer.code === 0) return answer.data as T;
  const error = new ApiError({
    code: answer.code,
    msg: answer.msg || NETWORK_FAILURE_TEXT,
    status: response.status,
    fields: answer.fields,
    data: answer.data,
    request_id: answer.request_id ?? response.headers.get('x-request-id') ?? '',
  });
  if (error.code === 2 && options.token === undefined) endSession(token, error.msg, options);
  // what opens a lasting way in wants its reader, not only their token; the call goes on afterwards
  if (error.status === PROOF_WANTED_STATUS && !proven && !options.background && (await requireProof())) {
    return call<T>(method, path, input, options, true);
  }
  throw error.code >= 2 && error.code <= 8 ? error : shown(error, options);
}

/** True once the reader has proven who they are; false when they gave up, or this page cannot ask. */
function requireProof(): Promise<boolean> {
  return new Promise((resolve) => {
    const detail: LoginWanted = { proof: true, done: (session) => resolve(session !== null) };
    if (document.dispatchEvent(new CustomEvent(LOGIN_WANTED, { detail, cancelable: true }))) resolve(false);
  });
}

/** A login of another tab meanwhile stays: only the session that this call used is over. */
function endSession(token: string | undefined, reason: string, options: CallOptions): void {
  const now = $session.get()?.token;
  if (now !== undefined && now !== token) return;
  signOut();
  if (options.background) return;
  // a visitor learns nothing from the words for a login that is over
  requireSession(token === undefined ? undefined : reason).catch((error: unknown) => {
    if (!(error instanceof LoginDismissed)) throw error;
  });
}

function shown(error: ApiError, options: CallOptions): ApiError {
  if (!options.silent) toastError(error.msg);
  return error;
}
