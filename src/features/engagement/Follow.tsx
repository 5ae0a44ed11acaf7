import { useStore } from '@nanostores/react';
import { Check, Plus } from 'lucide-react';
import { useEffect } from 'react';
import { LoginDismissed } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { FOCUS_SHOP, FOCUS_USER } from '#contract/focus.ts';
import { followMark, marks } from './engagement.store.ts';

const NONE: Record<string, boolean> = {};

/** Follows a publisher, or the shop of the user `uid`. Users cannot follow themselves, so the publisher sees none. */
export function Follow({ uid, shop_id }: { uid: number; shop_id?: number }) {
  const [rid, type] = shop_id === undefined ? [uid, FOCUS_USER] : [shop_id, FOCUS_SHOP];
  const session = useSession();
  const on = useStore(marks.$state, { ssr: () => NONE })[followMark(rid, type)] === true;
  const own = session?.user.id === uid;
  // users cannot write to themselves either
  useEffect(() => {
    if (!own) return;
    const links = document.querySelectorAll('[data-track=ask_in_chat]');
    for (const link of links) link.toggleAttribute('hidden', true);
    return () => {
      for (const link of links) link.toggleAttribute('hidden', false);
    };
  }, [own]);
  if (own) return null;
  return (
    <FollowButton
      on={on}
      onPress={() =>
        void marks.actions.toggleFollow(rid, type).catch((error: unknown) => {
          if (!(error instanceof LoginDismissed)) throw error;
        })
      }
    />
  );
}

/** 关注 or 已关注 (spec 4). */
function FollowButton({ on, onPress }: { on: boolean; onPress(): void }) {
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
