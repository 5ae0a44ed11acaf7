import { User } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { type EditableProfile, type OwnProfile, PROFILE_MAX } from '#contract/identity.ts';
import { PROFILE_POINTS } from '#contract/points.ts';
import { late } from '#kit/late.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import type { SettingActions, SettingState } from './setting.store.ts';

// only somebody who chooses a picture downloads what cuts it
const CropDialog = late(() => import('#kit/upload/CropDialog.tsx'));

export interface SettingFormProps {
  state: SettingState;
  profile: OwnProfile;
  actions: SettingActions;
}

/** Pictures of people are shown small. */
const PICTURE = { width: 512, height: 512 };

const FIELDS: Array<{ name: keyof EditableProfile; label: string; complete: string; hint?: string }> = [
  { name: 'nickname', label: '昵称', complete: 'nickname', hint: '显示在您的作品和主页上。' },
  { name: 'city', label: '城市', complete: 'address-level2' },
  { name: 'show_company', label: '公司', complete: 'organization' },
  { name: 'show_job', label: '职位', complete: 'organization-title' },
];

/** Name, picture, city and work; birthday and sex have the form of the supplement. */
export function ProfileForm({ state, profile, actions }: SettingFormProps) {
  const { values, errors, busy } = state;
  return (
    <>
      <Picture state={state} profile={profile} actions={actions} />
      <p className="mb-4">
        <button type="button" className="text-primary hover:underline" onClick={() => actions.choose('info')}>
          {profile.birthday === '' ? `补充生日与性别，领 ${PROFILE_POINTS} 积分` : '修改生日与性别'}
        </button>
      </p>
      <Form className="grid gap-1" onSubmit={actions.submitProfile}>
        {FIELDS.map(({ name, label, complete, hint }) => (
          <Field
            key={name}
            label={label}
            name={name}
            autoComplete={complete}
            required={name === 'nickname'}
            maxLength={PROFILE_MAX[name]}
            value={values[name]}
            error={errors[name]}
            hint={hint}
            onValue={(text) => actions.setValue(name, text)}
          />
        ))}
        <FormError>{errors.form}</FormError>
        <Button type="submit" look="primary" busy={busy === 'profile'} className="w-fit">
          保存
        </Button>
      </Form>
    </>
  );
}

function Picture({ state, profile, actions }: SettingFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  return (
    <div className="mb-4 flex items-center gap-4">
      <span className="avatar-box size-22 shrink-0">
        {profile.headimgurl ? <img src={profile.headimgurl} alt="我的头像" className="fit" /> : <User size={40} aria-hidden="true" />}
      </span>
      <div>
        <Button size="sm" busy={state.busy === 'picture'} onClick={() => input.current?.click()}>
          {profile.headimgurl ? '更换头像' : '上传头像'}
        </Button>
        <p className="mt-1 text-xs text-muted">JPG、PNG 或 WebP，选好后可以裁剪。</p>
        <FormError>{state.errors.picture}</FormError>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        data-testid="avatar"
        onChange={(event) => {
          setChosen(event.target.files?.[0] ?? null);
          event.target.value = '';
        }}
      />
      {chosen && (
        <Suspense fallback={null}>
          <CropDialog
            file={chosen}
            title="裁剪头像"
            use="使用这张头像"
            size={PICTURE}
            round
            onClose={() => setChosen(null)}
            onCropped={(file) => {
              setChosen(null);
              void actions.submitPicture(file);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
