import { useState } from 'react';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import { checkPhone } from '#contract/identity.ts';
import type { OwnTicket } from '#contract/salon.ts';
import { copy } from '#kit/copy.ts';
import { focusFirstError } from '#kit/focus-error.ts';
import { Answered } from '#ui/Answered.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { changeHolder } from './own-salons.ts';
import { Question } from './Question.tsx';

/** Gives a ticket to somebody else, or corrects what was answered. @returns whether it was done */
export const askHolder = (ticket: OwnTicket, act: 'give' | 'answer'): Promise<boolean> =>
  openDialog<boolean>((close) => <HolderDialog ticket={ticket} gives={act === 'give'} close={close} />);

function HolderDialog({ ticket, gives, close }: { ticket: OwnTicket; gives: boolean; close(done: boolean): void }) {
  const { id, title, kind_name, seq, path, questions } = ticket;
  const known = gives ? [] : ticket.answers.map(({ key, answer }) => [key, answer]);
  const [answers, setAnswers] = useState<Record<string, string>>(Object.fromEntries(known));
  const [to, setTo] = useState({ name: '', phone: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  /** Address of the new ticket, once it is another person's. */
  const [given, setGiven] = useState('');
  const faults = (): Record<string, string> => {
    const missing = questions
      .filter(({ key, required }) => required && !answers[key]?.trim())
      .map(({ key, label }) => [key, `请回答“${label}”`]);
    const phone = gives ? checkPhone(to.phone) : null;
    return {
      ...(gives && to.name.trim() === '' ? { name: '请填写姓名' } : {}),
      ...(phone ? { phone } : {}),
      ...Object.fromEntries(missing),
    };
  };
  const send = async () => {
    const wrong = faults();
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return void requestAnimationFrame(() => focusFirstError());
    setBusy(true);
    setFailure(null);
    try {
      const changed = await changeHolder({ id, s: path.split('s=')[1] ?? '', answers, ...(gives ? { to } : {}) });
      toastSuccess(gives ? '已转让，旧二维码已作废' : '已保存');
      if (gives) setGiven(changed.path);
      else close(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
      if (Object.keys(error.fields).length === 0) return setFailure(failureOf(error));
      setErrors(error.fields);
      requestAnimationFrame(() => focusFirstError());
    }
  };
  const mended = (name: string) => setErrors(({ [name]: _before, ...others }) => others);
  const field = (name: 'name' | 'phone') => ({
    value: to[name],
    error: errors[name] ?? null,
    onValue: (text: string) => {
      setTo((before) => ({ ...before, [name]: text }));
      mended(name);
    },
  });
  if (given !== '') {
    return (
      <Dialog open title="已转让" width={480} onClose={() => close(true)}>
        <Answered className="grid gap-3">
          <p>
            {title}的门票现在是 <b className="font-semibold">{to.name}</b> 的，原来的二维码已作废。把新门票的链接发给对方，凭它入场。
          </p>
          <div className="flex justify-end gap-2">
            <Button onClick={() => void copy(location.origin + given, '链接已复制')}>复制门票链接</Button>
            <Button look="primary" onClick={() => close(true)}>
              完成
            </Button>
          </div>
        </Answered>
      </Dialog>
    );
  }
  return (
    <Dialog open title={gives ? '把门票转让给别人' : '修改回答'} width={480} onClose={() => close(false)}>
      <Form className="grid gap-1" onSubmit={() => void send()}>
        <p className="num font-semibold">
          {title} · {kind_name} No.{String(seq).padStart(3, '0')}
        </p>
        {gives && (
          <p className="mb-2 text-muted">
            转让后原来的二维码、PDF
            和票码立即作废，对方凭新门票入场；对方的手机号在本站有账号的，会收到消息。平台不退也不收款，退票仍由您操作。
          </p>
        )}
        {gives && (
          <div className="grid gap-x-3 sm:grid-cols-2">
            <Field label="对方姓名" required maxLength={20} {...field('name')} />
            <Field label="对方手机号" required type="tel" maxLength={20} {...field('phone')} />
          </div>
        )}
        {questions.map((one) => (
          <Question
            key={one.key}
            question={one}
            answers={answers}
            error={errors[one.key] ?? null}
            onAnswers={(next) => {
              setAnswers(next);
              mended(one.key);
            }}
          />
        ))}
        <FormError className="text-error empty:hidden" failure={failure} />
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={() => close(false)}>取消</Button>
          <Button look="primary" type="submit" busy={busy}>
            {gives ? '确认转让' : '保存'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
