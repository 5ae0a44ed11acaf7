import { toastSuccess } from '#client/toast.ts';
import type { PlanForm, StaffTerm } from '#contract/membership.ts';
import { asked } from '#kit/console/asked.store.ts';
import { endTerm, fetchPlanForms, fetchStaffTerms, giveTerm, savePlan } from './staff-vip.api.ts';
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
