/** The door of a salon: who is let in, by links that its organiser gives to helpers. Times are unix seconds. */
export type { DoorAnswer, DoorLink, DoorList } from './outputs/door.ts';

/** The page of a door; its token stands behind #, which no server and no log ever sees. */
export const DOOR_PAGE = '/salon/door';
export const doorHref = (token: string): string => `${DOOR_PAGE}#t=${token}`;

/** How a scan ends, in the order in which it is looked at. */
export const DOOR_RESULTS = [
  'unknown',
  'other_salon',
  'cancelled',
  'refunded',
  'revoked',
  'given',
  'online',
  'too_early',
  'over',
  'used',
  'not_inside',
  'ok',
] as const;
export type DoorResult = (typeof DOOR_RESULTS)[number];
export type DoorDirection = 'in' | 'out';

export const DOOR_RESULT_TEXT: Record<DoorResult, string> = {
  unknown: '没有这张票',
  other_salon: '不是这一场的票',
  too_early: '还没到入场时间',
  over: '活动已经结束',
  cancelled: '活动已取消',
  refunded: '票已退款',
  revoked: '票已作废',
  given: '票已转让，旧码作废',
  online: '线上票，不能入场',
  used: '已经入场',
  not_inside: '没有入场记录',
  ok: '放行',
};

/** A scan that a phone made by itself and sends later. `key`: as `ticketKey` says. */
export interface OfflineScan {
  nonce: string;
  key: string;
  direction: DoorDirection;
  /** ms by the phone's clock. */
  at_ms: number;
}

/** Scans that a phone sends in one call. */
export const SYNC_MAX = 100;

/** People are let in from this long before the beginning until this long after the end, ms. */
export const DOOR_BEFORE_MS = 6 * 3_600_000;
export const DOOR_AFTER_MS = 6 * 3_600_000;

/** Signs of the code that people type: the beginning of the hash of the secret, so it reveals nothing of the secret. */
export const TICKET_CODE_LENGTH = 8;

/** A ticket's code as it is printed: 'A1B2 C3D4'. `hash`: SHA-256 of the secret, hex. */
export function ticketCode(hash: string): string {
  const code = hash.slice(0, TICKET_CODE_LENGTH).toUpperCase();
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

const CODE = /^[0-9a-f]{8}$/;
const HASH = /^[0-9a-f]{64}$/;
const SECRET = /^[\w-]{16,64}$/;

/** What was scanned or typed: a ticket's secret, alone or as the address of its page, or the code that is printed on it. Null: neither. */
export function readScan(text: string): { secret: string } | { code: string } | null {
  const typed = text.replace(/[\s-]/g, '').toLowerCase();
  if (CODE.test(typed)) return { code: typed };
  const trimmed = text.trim();
  const found = /[?&#](?:s|t|secret|ticket)=([\w-]{16,64})(?:&|#|$)/.exec(trimmed)?.[1] ?? trimmed.split('/').at(-1) ?? '';
  return SECRET.test(found) ? { secret: found } : null;
}

/** Whether it names a ticket by the hash of its secret, or by the beginning of it. */
export const isTicketKey = (key: string): boolean => CODE.test(key) || HASH.test(key);

/** What is known of a ticket when it is scanned. */
export interface ScannedTicket {
  /** It is of the salon at whose door it is shown. */
  of_salon: boolean;
  /** given: the code is of before it was given to somebody else */
  state: 'valid' | 'used' | 'refunded' | 'revoked' | 'given';
  inside: boolean;
  /** It is for taking part by the network. */
  online?: boolean;
}

export interface DoorHours {
  opens_ms: number;
  closes_ms: number;
  cancelled: boolean;
}

export function doorHours(starts_ms: number, ends_ms: number, cancelled: boolean): DoorHours {
  return { opens_ms: starts_ms - DOOR_BEFORE_MS, closes_ms: ends_ms + DOOR_AFTER_MS, cancelled };
}

/** The answer of a door, the same with and without a network: known, of this salon, still good, then the time, used, in: who comes back at the right time must be let in then. A ticket that went out comes in again. */
export function doorResult(ticket: ScannedTicket | null, hours: DoorHours, direction: DoorDirection, now_ms: number): DoorResult {
  if (ticket === null) return 'unknown';
  if (!ticket.of_salon) return 'other_salon';
  if (hours.cancelled) return 'cancelled';
  if (ticket.state === 'refunded' || ticket.state === 'revoked' || ticket.state === 'given') return ticket.state;
  if (ticket.online) return 'online';
  if (now_ms < hours.opens_ms) return 'too_early';
  if (now_ms > hours.closes_ms) return 'over';
  if (direction === 'out') return ticket.inside ? 'ok' : 'not_inside';
  return ticket.inside ? 'used' : 'ok';
}

export const DOOR_NAME_MAX = 20;
/** Live links of a salon. */
export const DOORS_MAX = 20;
