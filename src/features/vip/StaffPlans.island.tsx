import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { useSession } from '#client/use-session.ts';
import type { PlanForm } from '#contract/membership.ts';
import { rolesMay } from '#contract/staff.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { PlanEditor } from './PlanEditor.tsx';
import { fetchPlanForms } from './staff-vip.store.ts';

/** Plans of memberships for staff. */
export default function StaffPlans() {
  const [plans, setPlans] = useState<PlanForm[] | null>(null);
  const [failure, setFailure] = useState<{ message: string; request_id: string } | null>(null);
  /** After saving, the forms are made anew: new specs have numbers now. */
  const [round, setRound] = useState(0);
  const roles = useSession()?.user.roles ?? [];
  const load = useCallback(async () => {
    setFailure(null);
    try {
      setPlans(await fetchPlanForms());
      setRound((last) => last + 1);
    } catch (error) {
      const known = error instanceof ApiError;
      setFailure({ message: known ? error.msg : '加载失败，请稍后再试', request_id: known ? error.request_id : '' });
    }
  }, []);
  useEffect(() => void load(), [load]);
  if (failure) return <ErrorState message={failure.message} request_id={failure.request_id} onRetry={() => void load()} />;
  if (!plans) return <Skeleton rows={3} row_class="h-40" label="正在加载会员套餐" />;
  return (
    <div className="grid gap-4">
      {plans.map((plan) => (
        <PlanEditor key={`${plan.id}/${round}`} plan={plan} may_edit={rolesMay(roles, 'vip.edit')} onSaved={() => void load()} />
      ))}
    </div>
  );
}
