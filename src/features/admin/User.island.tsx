import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { rolesMay } from '#contract/staff.ts';
import { useSession } from '../../client/use-session.ts';
import { ScreenFrame } from './ScreenFrame.tsx';
import { createUserScreen } from './screens.store.ts';
import { UserFacts } from './UserFacts.tsx';

/** One user: rights and why, logins, ban, gifts. */
export default function UserIsland() {
  const [screen] = useState(createUserScreen);
  const state = useStore(screen.$state);
  const [mobile, setMobile] = useState('');
  const roles = useSession()?.user.roles ?? [];
  useEffect(() => void screen.open(), [screen]);
  return (
    <ScreenFrame state={state} onRetry={() => void screen.load()}>
      {(user) => (
        <UserFacts
          user={user}
          mobile={mobile}
          may={(verb) => rolesMay(roles, verb)}
          onReveal={(reason) => screen.reveal(reason, setMobile)}
          onEndLogins={screen.endLogins}
          onBan={screen.ban}
          onLift={screen.liftBan}
          onRoles={screen.setRoles}
          onCoupon={screen.giveCoupon}
          onVoucher={screen.giveVoucher}
        />
      )}
    </ScreenFrame>
  );
}
