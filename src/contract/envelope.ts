/**
 * Envelope codes (spec 8). 0 data; 1 message for 5 s; 2 sign in again; 3 to 8 are returned to the caller silently.
 * Meanings of 3 to 8 are per call: 3 daily quota used up, 4 captcha required, 6 WeChat not bound, 8 not enough coins.
 */
export type EnvelopeCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Every gateway answer has this shape. `data` is null where there is nothing to say. */
export interface Envelope<T = unknown> {
  code: EnvelopeCode;
  msg: string;
  data: T;
  /** One message a wrong input field; only with code 1. */
  fields?: Record<string, string>;
  /** For support: names this request in our logs. Also in the `x-request-id` header. */
  request_id?: string;
}

/** Answer of every paged list. `page` starts at 1. */
export interface Page<T> {
  list: T[];
  /** Exact up to the cap of the list; `total_capped` says that there are more. */
  total: number;
  total_capped?: boolean;
  page: number;
  limit: number;
}

export const NETWORK_FAILURE_TEXT = '当前服务器繁忙，请稍后再试~';

/** The `platform` header of this site (spec 9). */
export const PLATFORM = 4;

/** Names the enterprise in whose name a call is made; a page says it by the same word in its address. */
export const ENTERPRISE_HEADER = 'enterprise';
export const ENTERPRISE_PARAM = 'enterprise';

/** What a refusal with status 428 asks for: `prove`, then the same call again. */
export const PROOF_WANTED_STATUS = 428;
