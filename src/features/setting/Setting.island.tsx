import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState } from 'react';
import { followAddress } from '#client/address.ts';
import { useOwnSession } from '#client/use-session.ts';
import { late } from '#kit/late.tsx';
import { useOwnLoad } from '#kit/own-list/use-own-load.ts';
import { useLeaveWarning } from '#kit/use-typed.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { createSettings } from './setting.store.ts';

// who opens their tab downloads them
const InfoPanel = late(() => import('../identity/InfoPanel.tsx'));
const SecurityTab = late(() => import('./SecurityTab.tsx'));
const DevicesTab = late(() => import('./DevicesTab.tsx'));
const PrivacyTab = late(() => import('./PrivacyTab.tsx'));
const Realname = late(() => import('../verification/Realname.tsx'));
const NoticeSettings = late(() => import('../notice/NoticeSettings.tsx'));

const PROFILE_NAMES = ['nickname', 'city', 'show_company', 'show_job'] as const;

/** 账号设置: profile, password, phone, ways in, devices, one's own data and closing. */
export default function SettingIsland() {
  const [{ $state, actions }] = useState(createSettings);
  const state = useStore($state);
  useOwnSession();
  useOwnLoad(actions.load, state.profile !== null);
  useEffect(() => {
    actions.place();
    return followAddress(actions.place);
  }, [actions]);
  const { profile, values } = state;
  useLeaveWarning(profile !== null && PROFILE_NAMES.some((name) => values[name] !== profile[name]));
  if (state.failure) return <ErrorState {...state.failure} onRetry={() => void actions.load()} />;
  if (!state.profile) return <Skeleton rows={5} row_class="h-14" />;
  const waiting = <Skeleton rows={4} row_class="h-14" />;
  if (state.tab === 'info') {
    const { birthday, sex } = state.profile;
    // what was typed on the tab and not saved comes along
    const { nickname, show_company, show_job } = state.values;
    const known = { nickname, birthday, sex: sex === 0 ? '' : String(sex), show_company, show_job };
    return (
      <div className="panel max-w-140 p-4 sm:p-6">
        <h2 className="mb-2 text-base font-semibold">{birthday === '' ? '补充个人信息' : '修改个人信息'}</h2>
        <Suspense fallback={waiting}>
          <InfoPanel known={known} onDone={() => actions.open('profile')} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className="panel p-4 sm:p-6">
      <Tabs
        label="账号设置"
        tabs={[
          { key: 'profile', title: '个人资料' },
          { key: 'password', title: state.profile.has_password ? '修改密码' : '设置密码' },
          { key: 'phone', title: '更换手机号' },
          { key: 'security', title: '登录方式' },
          { key: 'devices', title: '登录设备' },
          { key: 'verify', title: '实名认证' },
          { key: 'notice', title: '消息设置' },
          { key: 'privacy', title: '隐私与注销' },
        ]}
        current={state.tab}
        onChange={actions.choose}
      >
        <div className={state.tab === 'devices' ? '' : 'max-w-120'}>
          <Suspense fallback={waiting}>
            {state.tab === 'security' && <SecurityTab onPassword={() => actions.choose('password')} />}
            {state.tab === 'devices' && <DevicesTab />}
            {state.tab === 'verify' && <Realname />}
            {state.tab === 'notice' && <NoticeSettings />}
            {state.tab === 'privacy' && <PrivacyTab account={state.profile.account} />}
          </Suspense>
          {state.tab === 'profile' && <ProfileForm state={state} profile={state.profile} actions={actions} />}
          {state.tab === 'password' && <PasswordForm state={state} profile={state.profile} actions={actions} />}
          {state.tab === 'phone' && <PhoneForm state={state} profile={state.profile} actions={actions} />}
        </div>
      </Tabs>
    </div>
  );
}
