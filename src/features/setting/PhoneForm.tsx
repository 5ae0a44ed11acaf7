import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { CodeField } from '../identity/CodeField.tsx';
import type { SettingFormProps } from './ProfileForm.tsx';

/** Another phone: both are proven by a code. */
export function PhoneForm({ state, profile, actions }: SettingFormProps) {
  const { values, errors, busy } = state;
  return (
    <Form className="grid gap-1" onSubmit={actions.submitPhone}>
      <CodeField
        label={`原手机号 ${profile.account} 的验证码`}
        name="captcha"
        value={values.captcha}
        error={errors.captcha}
        sandbox={state.sandbox}
        send_again_at={state.send_again_at.own}
        busy={busy === 'own_code'}
        onChange={(value) => actions.setValue('captcha', value)}
        onSend={() => void actions.sendCode('own')}
      />
      <Field
        label="新手机号"
        name="mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="11 位手机号"
        maxLength={24}
        value={values.mobile}
        error={errors.mobile}
        onValue={(text) => actions.setValue('mobile', text)}
      />
      <CodeField
        label="新手机号的验证码"
        name="mobile_captcha"
        value={values.mobile_captcha}
        error={errors.mobile_captcha}
        sandbox={state.sandbox}
        account={values.mobile}
        send_again_at={state.send_again_at.bind}
        busy={busy === 'bind_code'}
        onChange={(value) => actions.setValue('mobile_captcha', value)}
        onSend={() => void actions.sendCode('bind')}
      />
      <p className="text-xs text-muted">
        原手机号已停用？请联系客服核实身份后更换，见
        <a className="text-primary underline" href="/about/helpCenter?id=3">
          联系我们
        </a>
        。
      </p>
      <FormError>{errors.form}</FormError>
      <Button type="submit" look="primary" busy={busy === 'phone'} className="w-fit">
        更换手机号
      </Button>
    </Form>
  );
}
