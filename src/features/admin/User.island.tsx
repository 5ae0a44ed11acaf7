import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { rolesMay } from '#contract/staff.ts';
import { ScreenFrame } from '#kit/console/ScreenFrame.tsx';
import { createUserScreen } from './screens.store.ts';
import { UserFacts } from './UserFacts.tsx';

/** One user: rights and why, logins, ban, gifts. */
export default function UserIsland() {
  const [screen] = useState(createUserScreen);
  const state = useStore(screen.$state);
  const [mobile, setMobile] = useState('');
  const roles = useSession()?.user.roles ?? [];
  useEffect(() => void screen.actions.open(), [screen]);
  return (
    <ScreenFrame state={state} onRetry={() => void screen.actions.load()}>
      {(user) => (
        <UserFacts
          user={user}
          mobile={mobile}
          may={(verb) => rolesMay(roles, verb)}
          onReveal={(reason) => screen.actions.reveal(reason, setMobile)}
          onEndLogins={screen.actions.endLogins}
          onBan={screen.actions.ban}
          onLift={screen.actions.liftBan}
          onRoles={screen.actions.setRoles}
          onCoupon={screen.actions.giveCoupon}
          onVoucher={screen.actions.giveVoucher}
          onChanged={() => void screen.actions.load()}
        />
      )}
    </ScreenFrame>
  );
}
