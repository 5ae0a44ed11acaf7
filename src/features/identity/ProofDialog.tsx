import { useState } from 'react';
import { ApiError, formErrors } from '#client/api-error.ts';
import type { ProofWays } from '#contract/account.ts';
import { checkCodeDigits, SMS_COOLDOWN_S } from '#contract/identity.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { CodeField } from './CodeField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { sendOwnCode, sendProof } from './proof-acts.ts';

export interface ProofDialogProps {
  ways: ProofWays;
  onEnd: (proven: boolean) => void;
}

/** 确认是您本人: what was being done goes on afterwards. */
export function ProofDialog({ ways, onEnd }: ProofDialogProps) {
  const [by_code, setByCode] = useState(!ways.has_password);
  const [value, setValue] = useState('');
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const [busy, setBusy] = useState<'' | 'send' | 'submit' | 'passkey'>('');
  const [sent, setSent] = useState({ again_at: 0, sandbox: false });

  const run = async (name: typeof busy, work: () => Promise<void>) => {
    if (busy !== '') return;
    setBusy(name);
    setErrors({});
    try {
      await work();
    } catch (error) {
      // a browser without the key, or a key that failed
      setErrors(error instanceof ApiError ? formErrors(error) : { form: '验证没有完成，请重试或使用其他方式' });
    } finally {
      setBusy('');
    }
  };
  const send = () =>
    run('send', async () => {
      const { sandbox } = await sendOwnCode();
      setSent({ again_at: Date.now() + SMS_COOLDOWN_S * 1000, sandbox: sandbox === 1 });
    });
  const submit = () => {
    const wrong = by_code ? { captcha: checkCodeDigits(value) } : { password: value === '' ? '请输入登录密码' : null };
    const [field, text] = Object.entries(wrong)[0] as [string, string | null];
    if (text) return setErrors({ [field]: text });
    void run('submit', async () => {
      await sendProof(by_code ? { captcha: value.trim() } : { password: value });
      onEnd(true);
    });
  };
  const byPasskey = () =>
    run('passkey', async () => {
      const passkey = await (await import('./passkey-login.ts')).askPasskey();
      if (!passkey) return;
      await sendProof({ passkey });
      onEnd(true);
    });
  const turn = () => {
    setByCode(!by_code);
    setValue('');
    setErrors({});
  };
  return (
    <Dialog open title="确认是您本人" width={400} modal_only onClose={() => onEnd(false)}>
      <p className="mb-4 text-muted">
        这项操作会影响账号安全。请验证一次，十分钟内不再询问。账号 <span className="num">{ways.account}</span>
      </p>
      <Form className="grid gap-3" onSubmit={submit}>
        {by_code ? (
          <CodeField
            label="短信验证码"
            name="captcha"
            value={value}
            error={errors['captcha']}
            sandbox={sent.sandbox}
            send_again_at={sent.again_at}
            busy={busy === 'send'}
            onChange={setValue}
            onSend={() => void send()}
          />
        ) : (
          <PasswordField
            label="登录密码"
            placeholder="请输入登录密码"
            value={value}
            error={errors['password']}
            is_new={false}
            onChange={setValue}
            onBlur={() => undefined}
          />
        )}
        <FormError>{errors['form']}</FormError>
        <Button type="submit" look="primary" wide busy={busy === 'submit'}>
          确认
        </Button>
      </Form>
      <p className="mt-4 flex flex-wrap justify-between gap-x-4">
        {ways.has_password && (
          <button type="button" className="py-1 text-primary hover:underline" onClick={turn}>
            {by_code ? '改用密码' : '改用短信验证码'}
          </button>
        )}
        {ways.has_passkey && (
          <button type="button" className="py-1 text-primary hover:underline" disabled={busy !== ''} onClick={() => void byPasskey()}>
            使用通行密钥
          </button>
        )}
      </p>
    </Dialog>
  );
}
