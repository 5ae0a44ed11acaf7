import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { rolesMay } from '#contract/staff.ts';
import { toastSuccess } from '../../client/toast.ts';
import { useSession } from '../../client/use-session.ts';
import { deleteBan, deleteLogins, fetchUser, postBan, postCoupon, postReveal, postVoucher, putRoles } from './admin.api.ts';
import { ScreenFrame } from './ScreenFrame.tsx';
import { createScreen } from './screen.store.ts';
import { UserFacts } from './UserFacts.tsx';

/** One user: rights and why, logins, ban, gifts. */
export default function UserIsland() {
  const [screen] = useState(() => createScreen(() => fetchUser(Number(new URLSearchParams(location.search).get('id')))));
  const state = useStore(screen.$state);
  const [mobile, setMobile] = useState('');
  const roles = useSession()?.user.roles ?? [];
  useEffect(() => void screen.open(), [screen]);
  const done = (text: string, work: () => Promise<unknown>) =>
    screen.act(async () => {
      await work();
      toastSuccess(text);
    });
  return (
    <ScreenFrame state={state} onRetry={() => void screen.load()}>
      {(user) => (
        <UserFacts
          user={user}
          mobile={mobile}
          may={(verb) => rolesMay(roles, verb)}
          onReveal={(reason) => screen.act(async () => setMobile((await postReveal(user.id, reason)).mobile))}
          onEndLogins={(reason, token_id) => done('已结束登录', () => deleteLogins(user.id, reason, token_id))}
          onBan={(reason) => done('账号已停用', () => postBan(user.id, reason))}
          onLift={(reason) => done('账号已恢复', () => deleteBan(user.id, reason))}
          onRoles={(chosen, reason) => done('角色已设定', () => putRoles(user.id, chosen, reason))}
          onCoupon={(gift, reason) => done('优惠券已发放', () => postCoupon({ ...gift, id: user.id, reason }))}
          onVoucher={(gift, reason) => done('下载券已发放', () => postVoucher({ ...gift, id: user.id, reason }))}
        />
      )}
    </ScreenFrame>
  );
}
