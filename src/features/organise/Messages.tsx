import { useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { MESSAGE_CONTENT_MAX, MESSAGE_TITLE_MAX, MESSAGES_A_DAY } from '#contract/organise.ts';
import { useTyped } from '#kit/use-typed.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { timeText } from '#ui/time-text.ts';
import { newNonce } from '../door/hash-secret.ts';
import { fetchMessages, sendMessage } from './screen-calls.ts';
import { useLoad } from './use-load.ts';

/** A message to everybody who has a ticket: written, looked at with how many it reaches, then sent once. */
export function Messages({ id }: { id: number }) {
  const { data, failure, actions } = useLoad(() => fetchMessages(id));
  const [title, setTitle] = useTyped(`salon-title-${id}`);
  const [content, setContent] = useTyped(`salon-message-${id}`);
  const [key, setKey] = useState(newNonce);
  const [preview, setPreview] = useState(false);
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-16" />;
  const look = () => {
    if (title.trim() === '' || content.trim() === '') return setSaid('请填写标题和内容');
    setSaid('');
    setPreview(true);
  };
  const send = async () => {
    setBusy(true);
    const wrong = await actions.run(() => sendMessage(id, { key, title, content }));
    setBusy(false);
    setSaid(wrong ?? '');
    if (wrong !== null) return;
    toastSuccess('已发送');
    setTitle('');
    setContent('');
    setKey(newNonce());
    setPreview(false);
  };
  return (
    <div className="grid gap-6">
      {preview ? (
        <section className="grid gap-3 rounded-box bg-tint p-4" aria-label="预览通知">
          <p>
            将发给 <strong className="num">{data.would_reach}</strong> 位持票人，发出后不能撤回。
          </p>
          <div className="grid gap-1 rounded-lg bg-base-100 p-3">
            <p className="font-semibold">{title}</p>
            <p className="break-words whitespace-pre-line">{content}</p>
          </div>
          <p className="flex gap-2">
            <Button onClick={() => setPreview(false)}>返回修改</Button>
            <Button look="primary" busy={busy} onClick={() => void send()}>
              发送给 {data.would_reach} 人
            </Button>
          </p>
        </section>
      ) : (
        <Form onSubmit={look}>
          <Field label="标题" required maxLength={MESSAGE_TITLE_MAX} value={title} onValue={setTitle} />
          <TextArea
            label="内容"
            required
            hint={`24 小时内最多 ${MESSAGES_A_DAY} 次，请只写与这场活动有关的事`}
            rows={4}
            maxLength={MESSAGE_CONTENT_MAX}
            value={content}
            onValue={setContent}
          />
          <Button look="primary" type="submit" disabled={data.would_reach === 0}>
            预览
          </Button>
          {data.would_reach === 0 && <span className="ml-3 text-muted">还没有人持有有效的票</span>}
        </Form>
      )}
      {said && <FormError className="text-error">{said}</FormError>}
      {data.list.length === 0 ? (
        <Empty title="还没有发过通知" />
      ) : (
        <ul className="grid divide-y divide-line" aria-label="发过的通知">
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
