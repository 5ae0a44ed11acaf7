import { z } from 'zod';
import type { CallTag } from './call-tags.ts';
import type { EmployeeRight } from './employee.ts';
import { SPECIFIED_CALLS } from './specified.ts';
import type { StaffVerb } from './staff.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Limit {
  /** Calls an address (visitors) or a user may make within the window. */
  points: number;
  window_s: number;
}

/** Everything that both sides know of a call of the gateway. */
export interface Call {
  method: Method;
  /** The specification's path, without `/gateway`. */
  path: string;
  /** One line for the OpenAPI page, Chinese. */
  summary: string;
  /** Domain, groups the page. */
  tag: CallTag;
  /** none: the token is ignored; optional: used when it is valid; user: code 2 without it; a verb: staff who have it. */
  auth: 'none' | 'optional' | 'user' | { verb: StaffVerb };
  /** Parsed from the query (GET, DELETE without a body) or from the JSON or form body, merged over the query. */
  input: z.ZodObject;
  /** Made by programs that are not ours: what they send beside the input is dropped; other calls refuse it. The specification's calls are so by themselves. */
  lenient?: true;
  /** An employee with this right may make it in the name of an enterprise, named by the header `enterprise`; other calls know no such header. */
  acts?: EmployeeRight;
  /** What `data` is on success: for the OpenAPI page, and every answer in the tests is held against it. */
  output?: z.ZodType;
  /** In place of `output`: the media type of a success that is no envelope, such as a file. */
  answers?: string;
  limit?: Limit;
  /** Takes secrets: the query, which logs and histories keep, is not read. */
  body_only?: boolean;
  /** Default 256 KiB. */
  body_limit_bytes?: number;
  /** The handler reads the body itself (`c.req.raw`): files, signed callbacks. `input` is then parsed from the query alone. */
  raw_body?: boolean;
  /** Default 30 s. */
  timeout_ms?: number;
  /** Fields, also of the path, that name what is somebody's, by what that is: others get nothing of it and change nothing. A test covers each. */
  owned?: Readonly<Record<string, string>>;
  /** Fields that name what everybody may name: others get what everybody sees and change nothing of it. `shown`: nothing of its kind is anybody's. */
  open?: Readonly<Record<string, string>>;
}

type Facts = Omit<Call, 'method' | 'path' | 'tag' | 'auth' | 'input'> & Partial<Pick<Call, 'auth' | 'input'>>;
type NoInput = z.ZodObject<Record<never, never>>;
type Declared<F extends Facts, M, P, A> = Omit<F, 'auth' | 'input'> & {
  method: M;
  path: P;
  tag: CallTag;
  auth: F['auth'] extends Call['auth'] ? F['auth'] : A;
  input: F extends { input: infer I extends z.ZodObject } ? I : NoInput;
};

/**
 * Declares the calls of a domain, each once for both sides: the server serves it (`serve`), the browser makes it by its method and path (`gateway`).
 * What a call does not say: who may is `auth`, and it takes nothing.
 */
export function callsOf<const A extends Call['auth'] = 'user'>(tag: CallTag, auth: A = 'user' as A) {
  return <const M extends Method, const P extends string, const F extends Facts>(method: M, path: P, facts: F): Declared<F, M, P, A> => {
    const { input = z.object({}) } = facts;
    const lenient = facts.lenient ?? SPECIFIED_CALLS.has(`${method} ${path}`);
    const made = { auth, ...facts, method, path, tag, ...(lenient ? { lenient, input: input.strip() } : { input: input.strict() }) };
    return made as unknown as Declared<F, M, P, A>;
  };
}

/** Of calls whose answer is drawn: workers give up a little earlier. */
export const DRAWING_TIMEOUT_MS = 60_000;
