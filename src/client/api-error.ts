/** An answer of the gateway that is not code 0, or no answer at all (`status` 0). */
export class ApiError extends Error {
  /** Envelope code (spec 8). */
  readonly code: number;
  /** For people, as the server wrote it. */
  readonly msg: string;
  /** One message a wrong input field. */
  readonly fields: Record<string, string>;
  /** Facts the caller can act on. */
  readonly data: unknown;
  /** HTTP status; 0 when the network failed or the time ran out. */
  readonly status: number;
  /** Names this request in the server's logs. */
  readonly request_id: string;

  constructor(facts: {
    code: number;
    msg: string;
    status: number;
    fields?: Record<string, string> | undefined;
    data?: unknown;
    request_id?: string;
  }) {
    super(facts.msg);
    this.name = 'ApiError';
    this.code = facts.code;
    this.msg = facts.msg;
    this.status = facts.status;
    this.fields = facts.fields ?? {};
    this.data = facts.data ?? null;
    this.request_id = facts.request_id ?? '';
  }
}

/** Why something did not work: the one shape in which stores keep it and pages say it. */
export interface Failure {
  message: string;
  /** Id of the request, for support; empty: there was no answer or no request. */
  request_id: string;
  /** One message a wrong input field. */
  fields: Record<string, string>;
  /** HTTP status; 0: there was no answer or no request. */
  status: number;
}

/** A failure that the page itself found, without a request. */
export const plainFailure = (message: string): Failure => ({ message, request_id: '', fields: {}, status: 0 });

/** `otherwise`: text for errors that are no `ApiError`; without it they are rethrown as faults of the page. */
export function failureOf(error: unknown, otherwise?: string): Failure {
  if (error instanceof ApiError) {
    const { msg, request_id, fields, status } = error;
    return { message: msg || otherwise || '', request_id, fields, status };
  }
  if (otherwise === undefined) throw error;
  return plainFailure(otherwise);
}

/** For a place without fields: the message of the first field, if any. */
export const inOneLine = (failure: Failure): Failure => ({ ...failure, message: Object.values(failure.fields)[0] ?? failure.message });

/** What a form shows of a refusal: beside its fields where the server named some, else as a whole. */
export const formErrors = (error: ApiError): Record<string, string> =>
  Object.keys(error.fields).length > 0 ? error.fields : { form: error.msg };

/** The outcome is unknown: no answer, or one of a proxy. A retry keeps its idempotency key. */
export const isLost = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
