import { useState } from 'react';
import { CODE_INPUT_MAX } from '#contract/coupon.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { exchangeCode } from './exchange-code.ts';

/** A code of a batch becomes a coupon or a voucher. */
export function ExchangeCode({ onGot }: { onGot(): void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (code.trim() === '') return setError('请输入兑换码');
    setBusy(true);
    const wrong = await exchangeCode(code.trim());
    setBusy(false);
    setError(wrong);
    if (wrong !== null) return;
    setCode('');
    onGot();
  };
  return (
    <Form className="mb-2 max-w-md" onSubmit={submit}>
      <Field
        label="兑换码"
        autoComplete="off"
        placeholder="16 位兑换码，大小写均可"
        maxLength={CODE_INPUT_MAX}
        value={code}
        error={error}
        onValue={setCode}
        after={
          <Button type="submit" busy={busy}>
            兑换
          </Button>
        }
      />
    </Form>
  );
}
