import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $session, loginUrl } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { InfoForm } from './InfoForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { createSettings } from './setting.store.ts';

/** 账号设置: profile, password, phone. */
export default function SettingIsland() {
  const [{ $state, actions }] = useState(createSettings);
  const state = useStore($state);
  const signed_in = useSession() !== null;
  useEffect(() => {
    if (!$session.get()) location.replace(loginUrl());
  }, []);
  useEffect(() => {
    if (signed_in) actions.open();
  }, [signed_in, actions]);
  if (state.failure) return <ErrorState {...state.failure} onRetry={() => void actions.load()} />;
  if (!state.profile) return <Skeleton rows={5} row_class="h-14" />;
  if (state.tab === 'info') return <InfoForm state={state} actions={actions} />;
  return (
    <div className="panel p-4 sm:p-6">
      <Tabs
        label="账号设置"
        tabs={[
          { key: 'profile', title: '个人资料' },
          { key: 'password', title: state.profile.has_password ? '修改密码' : '设置密码' },
          { key: 'phone', title: '更换手机号' },
        ]}
        current={state.tab}
        onChange={actions.choose}
      >
        <div className="max-w-120">
          {state.tab === 'profile' && <ProfileForm state={state} profile={state.profile} actions={actions} />}
          {state.tab === 'password' && <PasswordForm state={state} profile={state.profile} actions={actions} />}
          {state.tab === 'phone' && <PhoneForm state={state} profile={state.profile} actions={actions} />}
        </div>
      </Tabs>
    </div>
  );
}
