import { useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { rolesMay } from '#contract/staff.ts';
import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { createUserScreen } from './screens.store.ts';
import { UserFacts } from './UserFacts.tsx';

/** One user: rights and why, logins, ban, gifts. */
export default function UserIsland() {
  const [mobile, setMobile] = useState('');
  const roles = useSession()?.user.roles ?? [];
  return (
    <LoadedScreen of={createUserScreen}>
      {(user, actions) => (
        <UserFacts
          user={user}
          mobile={mobile}
          may={(verb) => rolesMay(roles, verb)}
          onReveal={(reason) => actions.reveal(reason, setMobile)}
          onEndLogins={actions.endLogins}
          onBan={actions.ban}
          onLift={actions.liftBan}
          onRoles={actions.setRoles}
          onCoupon={actions.giveCoupon}
          onVoucher={actions.giveVoucher}
          onChanged={() => void actions.load()}
        />
      )}
    </LoadedScreen>
  );
}
