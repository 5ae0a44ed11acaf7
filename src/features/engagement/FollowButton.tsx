import { Check, Plus } from 'lucide-react';

/** 关注 or 已关注 (spec 4). */
export function FollowButton({ on, onPress }: { on: boolean; onPress(): void }) {
  const Icon = on ? Check : Plus;
  return (
    <button
      type="button"
      className={on ? 'no-print btn btn-sm btn-ghost' : 'no-print btn btn-sm btn-outline btn-primary'}
      aria-pressed={on}
      onClick={onPress}
    >
      <Icon size={14} aria-hidden="true" />
      {on ? '已关注' : '关注'}
    </button>
  );
}
