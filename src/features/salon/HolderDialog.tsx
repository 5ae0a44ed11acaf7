import { type ReactNode, useState } from 'react';
import { ApiError, type Failure, failureOf, plainFailure } from '#client/api-error.ts';
import { toastSuccess } from '#client/toast.ts';
import { checkPhone } from '#contract/identity.ts';
import type { TicketQuestion } from '#contract/outputs/salon.ts';
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

interface HolderWish {
  title: string;
  subject?: string;
  about?: string;
  verb: string;
  questions: readonly TicketQuestion[];
  answers?: Record<string, string>;
  /** Whose name and phone are asked for; `optional`: phone and answers may be left out. */
  person?: { who: string; optional?: boolean };
  /** Fields beside them; `errors` by name. `names`: whose errors stand beside them. */
  fields?: { names: readonly string[]; show(errors: Readonly<Record<string, string>>): ReactNode };
  /** Does it. Where the new ticket is shown; null: there is none. */
  send(to: { name: string; phone: string }, answers: Record<string, string>): Promise<string | null>;
  done: { title: string; text(name: string): string };
  close(done: boolean): void;
}

/** Gives a ticket to somebody else, or corrects what was answered. @returns whether it was done */
export function askHolder({ id, title, kind_name, seq, path, questions, answers }: OwnTicket, act: 'give' | 'answer'): Promise<boolean> {
  const gives = act === 'give';
  return openDialog<boolean>((close) => (
    <HolderDialog
      title={gives ? '把门票转让给别人' : '修改回答'}
      subject={`${title} · ${kind_name} No.${String(seq).padStart(3, '0')}`}
      verb={gives ? '确认转让' : '保存'}
      questions={questions}
      {...(gives
        ? {
            about:
              '转让后原来的二维码、PDF 和票码立即作废，对方凭新门票入场；对方的手机号在本站有账号的，会收到消息。平台不退也不收款，退票仍由您操作。',
            person: { who: '对方' },
          }
        : { answers: Object.fromEntries(answers.map(({ key, answer }) => [key, answer])) })}
      send={async (to, next) => {
        const changed = await changeHolder({ id, s: path.split('s=')[1] ?? '', answers: next, ...(gives ? { to } : {}) });
        toastSuccess(gives ? '已转让，旧二维码已作废' : '已保存');
        return gives ? changed.path : null;
      }}
      done={{ title: '已转让', text: (name) => `${title}的门票现在是 ${name} 的，原来的二维码已作废。把新门票的链接发给对方，凭它入场。` }}
      close={close}
    />
  ));
}

/** Who comes by a ticket, and what they answer. */
export function HolderDialog({ title, subject, about, verb, questions, person, fields, send: act, done, close, ...first }: HolderWish) {
  const [answers, setAnswers] = useState<Record<string, string>>(first.answers ?? {});
  const [to, setTo] = useState({ name: '', phone: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  /** Address of the new ticket, once there is one. */
  const [given, setGiven] = useState('');
  const optional = person?.optional === true;
  const faults = (): Record<string, string> => {
    const missing = questions
      .filter(({ key, required }) => required && !optional && !answers[key]?.trim())
      .map(({ key, label }) => [key, `请回答“${label}”`]);
    const phone = person && !(optional && to.phone === '') ? checkPhone(to.phone) : null;
    return {
      ...(person && to.name.trim() === '' ? { name: '请填写姓名' } : {}),
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
      const path = await act(to, answers);
      if (path === null) close(true);
      else setGiven(path);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
      if (Object.keys(error.fields).length === 0) return setFailure(failureOf(error));
      setErrors(Object.fromEntries(Object.entries(error.fields).map(([name, text]) => [name.replace('holders.0.', ''), text])));
      requestAnimationFrame(() => focusFirstError());
    }
  };
  const shown = [...(fields?.names ?? []), ...(person ? ['name', 'phone'] : []), ...questions.map(({ key }) => key)];
  // what no field shows is said below them
  const other = Object.entries(errors).find(([name]) => !shown.includes(name))?.[1];
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
      <Dialog open title={done.title} width={480} onClose={() => close(true)}>
        <Answered className="grid gap-3">
          <p>{done.text(to.name)}</p>
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
    <Dialog open title={title} width={480} modal_only onClose={() => close(false)}>
      <Form className="grid gap-1" onSubmit={() => void send()}>
        {subject && <p className="num font-semibold">{subject}</p>}
        {about && <p className="mb-2 text-muted">{about}</p>}
        {fields?.show(errors)}
        {person && (
          <div className="grid gap-x-3 sm:grid-cols-2">
            <Field label={`${person.who}姓名`} required maxLength={20} {...field('name')} />
            <Field label={`${person.who}手机号`} required={!optional} type="tel" maxLength={20} {...field('phone')} />
          </div>
        )}
        {questions.map((one) => (
          <Question
            key={one.key}
            question={optional ? { ...one, required: false } : one}
            answers={answers}
            error={errors[one.key] ?? null}
            onAnswers={(next) => {
              setAnswers(next);
              mended(one.key);
            }}
          />
        ))}
        <FormError className="text-error empty:hidden" failure={failure ?? (other === undefined ? null : plainFailure(other))} />
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={() => close(false)}>取消</Button>
          <Button look="primary" type="submit" busy={busy}>
            {verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
