import type { Guest } from './outputs/organise.ts';
import { TICKET_STATE_TEXT } from './salon.ts';

/** What an organiser does with the guests of an own salon. Times are unix seconds, money yuan. */
export type { Guest, GuestList, OrganisedSalon, SentMessage } from './outputs/organise.ts';

export const ORGANISE_CALLS = {
  /** GET: facts and figures. */
  salon: '/salon/organise',
  /** GET: one page of the guest list. */
  guests: '/salon/organise/guests',
  /** POST lets in by hand, DELETE takes it back. */
  check: '/salon/organise/check',
  /** GET: the guest list as CSV. */
  csv: '/salon/organise/csv',
  /** GET: what was sent; POST: preview or send. */
  message: '/salon/organise/message',
  /** PUT: stops or goes on with the sale. */
  sale: '/salon/organise/sale',
  /** GET: who sits where; PUT: another chair, or one is closed. */
  seats: '/salon/organise/seats',
  /** GET, POST, DELETE: links of doors. */
  doors: '/salon/organise/doors',
} as const;

export const organiseHref = (salon_id: number): string => `/personalCenter/mySalon/organise?id=${salon_id}`;

export const GUEST_STATES = ['all', 'valid', 'used', 'gone'] as const;
export type GuestState = (typeof GUEST_STATES)[number];
export const GUEST_STATE_TEXT: Record<GuestState, string> = { all: '全部', valid: '未到', used: '已入场', gone: '已退票' };
/** What a guest list says of a ticket: one that was given is taken back, not refunded. */
export const guestStateText = ({ path, state }: Pick<Guest, 'path' | 'state'>): string =>
  path && state === 'refunded' ? '已收回' : TICKET_STATE_TEXT[state];
export const GUESTS_PAGE_SIZE = 50;

/** Messages to the guests of one salon, or the learners of a course; the same key is the same message. */
export type CircularText = { key: string; title: string; content: string };
export const MESSAGE_TITLE_MAX = 30;
export const MESSAGE_CONTENT_MAX = 300;
export const MESSAGES_A_DAY = 3;
