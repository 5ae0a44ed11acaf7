import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { timeText } from '#ui/time-text.ts';
import { createSums } from './user-points.store.ts';

/** What somebody has, and what of it ends soon. Keeps its height while it loads. */
export default function EndingIsland() {
  const [sums] = useState(createSums);
  const state = useStore(sums.$state);
  const signed_in = useSession() !== null;
  useEffect(() => {
    if (signed_in) void sums.actions.load();
  }, [signed_in, sums]);
  return (
    <section
      className="panel num mb-4 flex min-h-16 flex-wrap items-center gap-x-6 gap-y-1 p-4 sm:px-6"
      aria-label="积分总览"
      aria-busy={!state || undefined}
    >
      <p>
        可用积分 <b className="text-lg text-primary">{state?.points ?? '—'}</b>
      </p>
      <p>
        补签卡 <b>{state?.cards ?? '—'}</b> 张
      </p>
      <p className="text-muted">
        {state && state.ending_points > 0
          ? `${state.ending_points} 积分将在 30 天内到期，最早 ${timeText(state.ending_at)}`
          : '30 天内没有积分到期'}
      </p>
    </section>
  );
}
