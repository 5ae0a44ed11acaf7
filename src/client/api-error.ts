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

  constructor(facts: { code: number; msg: string; status: number; fields?: Record<string, string>; data?: unknown; request_id?: string }) {
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

/** What a form says of a refusal: beside its fields where the server named some, else as a whole. */
export const formErrors = (error: ApiError): Record<string, string> =>
  Object.keys(error.fields).length > 0 ? error.fields : { form: error.msg };

/** Whether it was done is not known: nobody answered, or somebody between us and the gateway did. Asked again, it keeps its key. */
export const isLost = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
