import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import type { PlanForm, StaffTerm } from '#contract/membership.ts';
import { asked } from '#kit/console/asked.store.ts';
import { faultOf } from '#kit/console/second-person.ts';
import { createLoading } from './vip.store.ts';

/** All plans, for staff. */
export function createStaffPlans() {
  const { $state, actions } = createLoading<PlanForm[]>(fetchPlanForms);
  return {
    $state,
    actions: {
      ...actions,
      /** Null: saved, and the plans were read again; else what was wrong. */
      async save(form: PlanForm): Promise<string | null> {
        asked.actions.end();
        const wrong = await savePlan(form);
        if (wrong !== null) return wrong;
        if (asked.$state.get() === null) toastSuccess(`${form.name}已保存`);
        await actions.load();
        return null;
      },
    },
  };
}

/** A user's terms, for staff. */
export function createStaffTerms(user_id: number) {
  const { $state, actions } = createLoading<StaffTerm[]>(async () => (await fetchStaffTerms(user_id)).list);
  const done = async (wrong: string | null) => {
    if (wrong === null) await actions.load();
    return wrong;
  };
  return {
    $state,
    actions: {
      ...actions,
      give: (gift: { vip_type: number; days: string; max_download_pre_day: string; reason: string }) =>
        giveTerm({ id: user_id, ...gift }).then(done),
      end: (id: number, reason: string) => endTerm(id, reason).then(done),
    },
  };
}

const fetchPlanForms = () => gateway('GET /admin/vip/plans', {}, SILENT).then(({ list }) => list);

const fetchStaffTerms = (id: number) => gateway('GET /admin/vip/terms', { id, limit: 50 }, SILENT);

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

function savePlan({ vip_type: _, ...form }: PlanForm): Promise<string | null> {
  return tried(gateway('PUT /admin/vip/plan', form, SILENT));
}

function giveTerm(gift: {
  id: number;
  vip_type: number;
  days: string;
  max_download_pre_day: string;
  reason: string;
}): Promise<string | null> {
  return tried(gateway('POST /admin/vip/give', gift, SILENT));
}

function endTerm(id: number, reason: string): Promise<string | null> {
  return tried(gateway('POST /admin/vip/end', { id, reason }, SILENT));
}
