import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import type { PlanForm } from '#contract/membership.ts';
import { faultOf } from '#kit/console/second-person.ts';

// the screens say themselves what failed
const SILENT = { silent: true } as const;

export const fetchPlanForms = () => gateway('GET /admin/vip/plans', {}, SILENT).then(({ list }) => list);
export const fetchStaffTerms = (id: number) => gateway('GET /admin/vip/terms', { id, limit: 50 }, SILENT);

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
  return tried(gateway('PUT /admin/vip/plan', form, SILENT));
}

export function giveTerm(gift: {
  id: number;
  vip_type: number;
  days: string;
  max_download_pre_day: string;
  reason: string;
}): Promise<string | null> {
  return tried(gateway('POST /admin/vip/give', gift, SILENT));
}

export function endTerm(id: number, reason: string): Promise<string | null> {
  return tried(gateway('POST /admin/vip/end', { id, reason }, SILENT));
}
