import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { newKey } from '#client/new-key.ts';
import { toastSuccess } from '#client/toast.ts';
import { type CircularText, MESSAGE_CONTENT_MAX, MESSAGE_TITLE_MAX, type SentMessage } from '#contract/organise.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { focusOn } from '#ui/keep-place.ts';
import { Select } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { timeText } from '#ui/time-text.ts';
import { focusFirstError } from './focus-error.ts';
import { useOwnPage } from './own-list/use-own-page.ts';
import { useTyped } from './use-typed.ts';

export interface CircularsProps<To extends string> {
  id: number;
  /** Whom it may go to; of one alone nothing is chosen. */
  to: ReadonlyArray<{ key: To; title: string }>;
  hint: string;
  nobody: string;
  load(): Promise<{ list: SentMessage[]; would_reach: Readonly<Record<string, number>> }>;
  send(message: CircularText & { to: To }): Promise<unknown>;
}

/** A message to all who take part in something: written, looked at with how many it reaches, then sent once. */
export function Circulars<To extends string>({ id, to, hint, nobody, load, send: post }: CircularsProps<To>) {
  const { data, failure, actions } = useOwnPage(load);
  const [title, setTitle] = useTyped(`circular-title-${id}`);
  const [content, setContent] = useTyped(`circular-${id}`);
  const [whom, setWhom] = useState(to[0] as (typeof to)[number]);
  const [key, setKey] = useState(newKey);
  const [preview, setPreview] = useState(false);
  const [said, setSaid] = useState('');
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-16" />;
  const reached = data.would_reach[whom.key] ?? 0;
  const look = (form: HTMLFormElement) => {
    const empty = title.trim() === '' || content.trim() === '';
    setTried(empty);
    if (empty) return focusFirstError(form);
    setSaid('');
    setSent(false);
    setPreview(true);
  };
  // what had arrived stands in the list; what is typed now is another message
  const afterRefusal = (error: unknown) => {
    if (error instanceof ApiError && error.status === 409) {
      setKey(newKey());
      void actions.load();
    }
    throw error;
  };
  const send = async () => {
    setBusy(true);
    const wrong = await actions.run(() => post({ to: whom.key, key, title, content }).catch(afterRefusal));
    setBusy(false);
    setSaid(wrong ?? '');
    if (wrong !== null) return;
    toastSuccess('已发送');
    setTitle('');
    setContent('');
    setKey(newKey());
    setPreview(false);
    setSent(true);
  };
  const field = (value: string, onValue: (text: string) => void) => {
    return { value, onValue, error: tried && value.trim() === '' ? '请填写这一项' : null };
  };
  return (
    <div className="grid gap-6">
      {preview ? (
        <section ref={focusOn} className="grid gap-3 rounded-box bg-tint p-4" aria-label="预览通知">
          <p>
            将发给 <strong className="num">{reached}</strong> 位{whom.title}，发出后不能撤回。
          </p>
          <div className="grid gap-1 rounded-lg bg-base-100 p-3">
            <p className="font-semibold">{title}</p>
            <p className="break-words whitespace-pre-line">{content}</p>
          </div>
          <p className="flex gap-2">
            <Button onClick={() => setPreview(false)}>返回修改</Button>
            <Button look="primary" busy={busy} onClick={() => void send()}>
              发送给 {reached} 人
            </Button>
          </p>
        </section>
      ) : (
        <Form onSubmit={look}>
          {to.length > 1 && (
            <Select
              label="发给谁"
              value={whom.key}
              options={to.map((one) => [one.key, `${one.title}（${data.would_reach[one.key] ?? 0} 人）`] as const)}
              onValue={(chosen) => setWhom(to.find((one) => one.key === chosen) ?? whom)}
            />
          )}
          <Field label="标题" required maxLength={MESSAGE_TITLE_MAX} {...field(title, setTitle)} />
          <TextArea label="内容" required hint={hint} rows={4} maxLength={MESSAGE_CONTENT_MAX} {...field(content, setContent)} />
          <Button look="primary" type="submit" disabled={reached === 0}>
            预览
          </Button>
          {reached === 0 && <span className="ml-3 text-muted">{nobody}</span>}
        </Form>
      )}
      {said && <FormError className="text-error">{said}</FormError>}
      {data.list.length === 0 ? (
        <Empty title="还没有发过通知" />
      ) : (
        <ul ref={sent ? focusOn : undefined} className="grid divide-y divide-line" aria-label="发过的通知">
          {data.list.map((one) => (
            <li key={one.id} className="grid gap-1 py-3">
              <p className="font-semibold">{one.title}</p>
              <p className="break-words whitespace-pre-line">{one.content}</p>
              <p className="num text-xs text-muted">
                {timeText(one.sent_at)} 发给 {one.reached} 人
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
