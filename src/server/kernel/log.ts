import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

const SECRET_PATHS = ['token', 'password', 'code', 'captcha', 'idcard', 'signature', 'authorization', 'cookie'];

/** JSON lines on stdout. Fields that may hold a secret are cut wherever they stand at depth one or two; of an error only what it is. */
export function createLog(level: string, stream?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: SECRET_PATHS.flatMap((name) => [name, `*.${name}`]), censor: '[cut]' },
    serializers: { err: describeError },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return stream ? pino(options, stream) : pino(options);
}

interface ErrorLine {
  type: string;
  message: string;
  stack?: string;
  /** SQLSTATE or system code; not named `code`, which is cut. */
  error_code?: string;
  cause?: ErrorLine | string;
}

const CAUSES_MAX = 4;

/** Name, message, stack and causes. Whatever else hangs on an error (a request, a statement's parameters) may be secret and stays out. */
function describeError(error: unknown, depth = 0): ErrorLine | string {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutParameters(error) : typeof error;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const error_code = typeof code === 'string' && /^([0-9A-Z]{5}|E[A-Z_]{2,40})$/.test(code) ? code : undefined;
  // SQLSTATE class 22 quotes the value that would not fit
  const clean = (text: string) => (error_code?.startsWith('22') ? text.replace(/"[^"]*"/g, '"[cut]"') : withoutParameters(text));
  return {
    type: error.name,
    message: clean(error.message),
    ...(error.stack ? { stack: clean(error.stack) } : {}),
    ...(error_code ? { error_code } : {}),
    ...(cause !== undefined && depth < CAUSES_MAX ? { cause: describeError(cause, depth + 1) } : {}),
  };
}

/** drizzle writes the parameters of a failed statement into the message. */
function withoutParameters(text: string): string {
  return text.replace(/^params:[\s\S]*?(?=\n {4}at |$(?![\s\S]))/m, 'params: [cut]');
}
