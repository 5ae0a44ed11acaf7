import type { EnvelopeCode } from '#contract/envelope.ts';

/** Stops the start, and is printed as one readable line without a stack: a bad value, a busy port, a database out of reach. */
export class StartError extends Error {}

/** Which input fields were wrong, each with a message for people. */
export type FieldErrors = Record<string, string>;

export interface AppErrorOptions {
  /** Envelope code (spec 8): 1 message, 2 sign in, 3 to 8 meant for the caller. */
  code?: EnvelopeCode;
  /** HTTP status beside the envelope; derived from the code when absent. */
  status?: number;
  fields?: FieldErrors;
  /** Facts the caller can act on; sent as `data`. */
  data?: unknown;
  /** For us: goes to the log, never to the reader. */
  cause?: unknown;
}

/** A failure that the reader can act on: `message` is natural Chinese and is shown as it stands. */
export class AppError extends Error {
  readonly code: EnvelopeCode;
  readonly status: number;
  readonly fields: FieldErrors | undefined;
  readonly data: unknown;

  constructor(message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = options.code ?? 1;
    this.status = options.status ?? statusOf(this.code);
    this.fields = options.fields;
    this.data = options.data;
  }
}

function statusOf(code: EnvelopeCode): number {
  if (code === 1) return 400;
  if (code === 2) return 401;
  return 200;
}

/** 404 with the envelope; the same answer for "does not exist" and "is not yours", so that ids cannot be probed. */
export function notFound(message = '内容不存在或已下架'): AppError {
  return new AppError(message, { status: 404 });
}

/** 401, code 2: the client clears its session and opens the login dialog. */
export function signInFirst(message = '登录已失效，请重新登录'): AppError {
  return new AppError(message, { code: 2 });
}

/** 403, code 1: signed in, but not allowed. */
export function forbidden(message = '您没有权限进行此操作'): AppError {
  return new AppError(message, { status: 403 });
}

/** 409, code 1: the state changed meanwhile. */
export function conflict(message: string, data?: unknown): AppError {
  return new AppError(message, { status: 409, data });
}

/** 409: a client's key names one wish, and this key came with another one before. */
export function otherWish(): AppError {
  return conflict('刚才已提交过一次，内容与这次不同，请刷新后核对');
}

/** 400, code 1, with one message a field; `msg` is the first of them. */
export function invalid(fields: FieldErrors): AppError {
  const first = Object.values(fields)[0] ?? '提交的内容有误';
  return new AppError(first, { fields });
}

/** 429: too often. `retry_after_s` also becomes the Retry-After header. */
export function tooOften(message = '操作过于频繁，请稍后再试', retry_after_s = 60): AppError {
  return new AppError(message, { status: 429, data: { retry_after_s } });
}
