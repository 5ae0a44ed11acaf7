import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { rolesMay } from '#contract/staff.ts';
import { AskedNote } from '#kit/console/AskedNote.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { PlanEditor } from './PlanEditor.tsx';
import { createStaffPlans } from './staff-vip.store.ts';

/** Plans of memberships for staff. */
export default function StaffPlans() {
  const [store] = useState(createStaffPlans);
  const { value: plans, failure } = useStore(store.$state);
  const roles = useSession()?.user.roles ?? [];
  useEffect(() => void store.actions.load(), [store]);
  if (failure) {
    return <ErrorState {...failure} onRetry={() => void store.actions.load()} />;
  }
  if (!plans) return <Skeleton rows={3} row_class="h-40" label="正在加载会员套餐" />;
  return (
    <div className="grid gap-4">
      <AskedNote />
      {/* after saving, the form is made again: new specs have numbers now */}
      {plans.map((plan) => (
        <PlanEditor
          key={`${plan.id}/${plan.specs.map(({ id }) => id).join()}`}
          plan={plan}
          may_edit={rolesMay(roles, 'vip.edit')}
          onSave={store.actions.save}
        />
      ))}
    </div>
  );
}
