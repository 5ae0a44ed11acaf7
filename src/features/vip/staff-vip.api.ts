import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { type PlanForm, STAFF_MEMBER_CALLS, type StaffTerms } from '#contract/membership.ts';
import { faultOf } from '../admin/second-person.ts';

// the screens say themselves what failed
const SILENT = { silent: true } as const;

export const fetchPlanForms = () => gateway.get<{ list: PlanForm[] }>(STAFF_MEMBER_CALLS.plans, {}, SILENT).then(({ list }) => list);
export const fetchStaffTerms = (id: number) => gateway.get<StaffTerms>(STAFF_MEMBER_CALLS.terms, { id, limit: 50 }, SILENT);

/** Null: done, or it waits for a second person; else what was wrong, for people. */
async function tried(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return faultOf(error);
  }
}

export function savePlan({ vip_type: _, ...form }: PlanForm): Promise<string | null> {
  return tried(gateway.put(STAFF_MEMBER_CALLS.plan, form, SILENT));
}

export function giveTerm(gift: {
  id: number;
  vip_type: number;
  days: string;
  max_download_pre_day: string;
  reason: string;
}): Promise<string | null> {
  return tried(gateway.post(STAFF_MEMBER_CALLS.give, gift, SILENT));
}

export function endTerm(id: number, reason: string): Promise<string | null> {
  return tried(gateway.post(STAFF_MEMBER_CALLS.end, { id, reason }, SILENT));
}
