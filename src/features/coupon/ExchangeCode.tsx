import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import { CODE_INPUT_MAX } from '#contract/coupon.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { postCode } from './coupon.api.ts';

/** A code of a batch becomes a coupon or a voucher. */
export function ExchangeCode({ onGot }: { onGot(): void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (code.trim() === '') return setError('请输入兑换码');
    setBusy(true);
    setError(null);
    try {
      const got = await postCode(code.trim());
      toastSuccess(`兑换成功：${got.title}`);
      setCode('');
      onGot();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.msg);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      className="mb-2 max-w-md"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        label="兑换码"
        autoComplete="off"
        placeholder="16 位兑换码，大小写均可"
        maxLength={CODE_INPUT_MAX}
        value={code}
        error={error}
        onChange={(event) => setCode(event.target.value)}
        after={
          <Button type="submit" busy={busy}>
            兑换
          </Button>
        }
      />
    </form>
  );
}
