/** What pages report of their readers (spec: tracking). Both sides read it: the calls, what an event may say, and how many go at once. */

export const EVENT_VIEW = 1;
export const EVENT_CLICK = 2;
export const EVENT_ORDER = 3;
/** Of our own: a reader arrived by a channel's link. */
export const EVENT_CHANNEL = 4;
export const EVENT_TYPES = [EVENT_VIEW, EVENT_CLICK, EVENT_ORDER] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Events a call, events a browser keeps, and how long it keeps one before it sends, ms (spec 7). */
export const EVENTS_A_BATCH = 20;
export const EVENTS_KEPT = 100;
export const SEND_AFTER_MS = 20_000;

/** Sent by every page, so by names of their own: what is not used weighs nothing. */
export const BEHAVIOUR_CALL = '/api/Burieddata/behaviour';
export const CHANNEL_VISIT_CALL = '/api/channel/visit';

/** The specification names the first two; the addresses of the others are ours. */
export const TRACKING_CALLS = {
  uuid: '/api/Burieddata/uuid',
  /** The short form: page, event_type, event_name, event_value, order. */
  post: '/api/Burieddata',
  /** The long form: referer, url, target_page, oldUrl and the rest. */
  behaviour: BEHAVIOUR_CALL,
  /** A visitor who signed in: from now on the uuid is theirs. */
  bind: '/api/Burieddata/bind',
  channel_uuid: '/api/channel/uuid',
  channel_visit: CHANNEL_VISIT_CALL,
} as const;

/** One event as a page reports it. Texts that are longer than their field are cut by the server. */
export interface TrackEvent {
  event_type: EventType;
  event_name: string;
  event_value?: string;
  /** Path of the page; default: where the reader is. */
  page?: string;
  /** Where a click leads. */
  target_page?: string;
  /** Number of an order. */
  order?: string;
}

/** A press on a work among results; `event_value`: its place, its number, and the keyword whose results these are. */
export const PRESS_EVENT = 'search_press';
const PRESS_VALUE = /^(\d{1,4}) (\d{1,15}) (\S.{0,99})$/u;

/** What `event_value` of a press says; null: nothing that a page of ours would say. */
export function readPress(value: string): { place: number; item_id: number; keyword: string } | null {
  const [, place = '', item_id = '', keyword = ''] = PRESS_VALUE.exec(value) ?? [];
  return keyword === '' ? null : { place: Number(place), item_id: Number(item_id), keyword };
}

/** Names that the figures count as a step of the way to a purchase. */
export const QUOTE_EVENT = 'quote';
