import type { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { ASKED_SECOND_STATUS } from '#contract/staff-bounds.ts';
import { asked } from './asked.store.ts';

/** Where it waits. */
export const ASKED_PLACE = '/admin/review?type=countersign';

/** What is wrong, for the form that asked; null where nothing is: what waits for a second person is said by `AskedNote`. */
export function faultOf(error: ApiError): string | null {
  if (error.status !== ASKED_SECOND_STATUS) return Object.values(error.fields)[0] ?? error.msg;
  asked.actions.say(error.msg);
  return null;
}

export const fetchSecondPerson = () => gateway('GET /admin/second-person', {}, { silent: true, background: true });
