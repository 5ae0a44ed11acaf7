import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { toastError } from '#client/toast.ts';
import { Button } from '#ui/Button.tsx';
import { login } from './identity.store.ts';

/** Signs in by a key of this browser or of a phone beside it; what talks to the key is loaded with the press. */
export function PasskeyButton() {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      const { passkeyLogin } = await import('./passkey-login.ts');
      const result = await passkeyLogin();
      if (result) login.actions.welcome(result, '登录成功');
    } catch (error) {
      toastError(error instanceof ApiError ? error.msg : '通行密钥登录没有完成，请重试或使用其他方式');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<KeyRound size={18} aria-hidden="true" />} busy={busy} onClick={() => void press()}>
      通行密钥
    </Button>
  );
}
