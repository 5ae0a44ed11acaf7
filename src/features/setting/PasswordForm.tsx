import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { CodeField } from '../identity/CodeField.tsx';
import { PasswordField } from '../identity/PasswordField.tsx';
import type { SettingFormProps } from './ProfileForm.tsx';

/** A new password, proven by the old one or by a code. */
export function PasswordForm({ state, profile, actions }: SettingFormProps) {
  const { values, errors, busy, by_code } = state;
  return (
    <Form method="post" className="grid gap-1" onSubmit={actions.submitPassword}>
      {by_code ? (
        <CodeField
          label={`发送到 ${profile.account} 的验证码`}
          name="captcha"
          value={values.captcha}
          error={errors.captcha}
          sandbox={state.sandbox}
          send_again_at={state.send_again_at.own}
          busy={busy === 'own_code'}
          onChange={(value) => actions.setValue('captcha', value)}
          onSend={() => void actions.sendCode('own')}
        />
      ) : (
        <PasswordField
          label="原密码"
          name="old_password"
          placeholder="现在使用的密码"
          value={values.old_password}
          error={errors.old_password}
          is_new={false}
          onChange={(value) => actions.setValue('old_password', value)}
          onBlur={() => undefined}
        />
      )}
      {profile.has_password && (
        <button type="button" className="mb-3 w-fit text-primary hover:underline" onClick={() => actions.proveByCode(!by_code)}>
          {by_code ? '改用原密码' : '忘记原密码？用短信验证码'}
        </button>
      )}
      <PasswordField
        label="新密码"
        placeholder="6-20 位密码"
        value={values.password}
        error={errors.password}
        is_new
        onChange={(value) => actions.setValue('password', value)}
        onBlur={() => undefined}
      />
      <p className="text-xs text-muted">修改后，其他设备上的登录会失效。</p>
      <FormError>{errors.form}</FormError>
      <Button type="submit" look="primary" busy={busy === 'password'} className="w-fit">
        {profile.has_password ? '修改密码' : '设置密码'}
      </Button>
    </Form>
  );
}
