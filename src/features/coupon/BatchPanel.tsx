import { useState } from 'react';
import { BATCH_MOST, COUPON_TITLE_MAX } from '#contract/coupon.ts';
import { asked } from '#kit/console/asked.store.ts';
import { Panel } from '#kit/console/Panel.tsx';
import { SecondPersonHint } from '#kit/console/SecondPersonHint.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { timeOfInput } from '#ui/time-input.ts';
import { saveBatch } from './coupon-acts.ts';

/** Makes a batch of codes; the file is the only place that has them. */
export function BatchPanel({ definition_id }: { definition_id: number }) {
  const [form, setForm] = useState({ title: '', num: '100', per_person: '1', ends_at: '' });
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  const submit = async () => {
    const ends_at = timeOfInput(form.ends_at);
    if (form.title.trim() === '') return setError('请输入批次名称');
    if (ends_at === null) return setError('请选择结束时间');
    setBusy(true);
    const wrong = await saveBatch({ definition_id, title: form.title.trim(), num: form.num, per_person: form.per_person, ends_at });
    setBusy(false);
    setError(wrong);
    // what waits is asked for again as it is, once it is confirmed
    if (wrong === null && asked.$state.get() === null) change({ title: '' });
  };
  return (
    <Panel title="生成兑换码">
      <Form onSubmit={submit}>
        <Field label="批次名称" required maxLength={COUPON_TITLE_MAX} value={form.title} onValue={(text) => change({ title: text })} />
        <Field label={`数量（1 至 ${BATCH_MOST}）`} inputMode="numeric" value={form.num} onValue={(text) => change({ num: text })} />
        <Field label="每人限兑（1 至 99）" inputMode="numeric" value={form.per_person} onValue={(text) => change({ per_person: text })} />
        <Field label="兑换结束时间" required type="datetime-local" value={form.ends_at} onValue={(text) => change({ ends_at: text })} />
        <p className="mb-2 text-xs text-muted">兑换码只在生成时以 CSV 文件给出一次，之后无法再次查看。</p>
        <SecondPersonHint />
        <FormError>{error}</FormError>
        <Button type="submit" busy={busy}>
          生成并下载
        </Button>
      </Form>
    </Panel>
  );
}
