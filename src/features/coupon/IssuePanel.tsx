import { useState } from 'react';
import { STAFF_REASON_MAX } from '#contract/admin.ts';
import { PHONES_MOST } from '#contract/coupon.ts';
import { Panel } from '#kit/console/Panel.tsx';
import { SecondPersonHint } from '#kit/console/SecondPersonHint.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { issueTo } from './coupon-acts.ts';

/** Gives one coupon to each of many phones. */
export function IssuePanel({ definition_id, onDone }: { definition_id: number; onDone(): void }) {
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [unknown, setUnknown] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const phones = phonesOf(text);
  const submit = async () => {
    if (phones.length === 0) return setError('请输入手机号');
    if (phones.length > PHONES_MOST) return setError(`一次最多 ${PHONES_MOST} 个手机号`);
    if (reason.trim() === '') return setError('请填写原因');
    setBusy(true);
    const done = await issueTo({ definition_id, mobiles: phones, reason: reason.trim() });
    setBusy(false);
    if (typeof done === 'string') return setError(done);
    setError(null);
    setUnknown(done);
    setText('');
    onDone();
  };
  return (
    <Panel title="发放到手机号">
      <Form onSubmit={submit}>
        <TextArea
          label="手机号"
          required
          hint={`每行一个，或粘贴 CSV 的内容；识别到 ${phones.length} 个`}
          rows={5}
          value={text}
          onValue={setText}
        />
        <label className="btn btn-sm mb-3">
          选择 CSV 文件
          <input
            type="file"
            accept=".csv,text/csv,text/plain"
            className="sr-only"
            onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
          />
        </label>
        <Field label="原因" required maxLength={STAFF_REASON_MAX} value={reason} onValue={setReason} />
        <SecondPersonHint />
        <FormError>{error}</FormError>
        {unknown.length > 0 ? <p className="mb-2 text-xs text-muted">以下手机号没有账号，未发放：{unknown.join('、')}</p> : null}
        <Button type="submit" busy={busy}>
          发放
        </Button>
      </Form>
    </Panel>
  );
}

/** Phones as they are pasted or as a CSV holds them, each once. */
export function phonesOf(text: string): string[] {
  return [...new Set(text.match(/(?<!\d)1[3-9]\d{9}(?!\d)/g) ?? [])];
}
