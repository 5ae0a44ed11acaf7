import { useState } from 'react';
import { toastError, toastSuccess } from '#client/toast.ts';
import { chatPath } from '#contract/chat.ts';
import { REQUEST_MAX, type RequestAnswer } from '#contract/request.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/Form.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { RequestActs } from './request-acts.store.ts';

const TITLES = { talking: '您已接单，正在沟通', settled: '发布者选定了您', declined: '这一次没有选中您', withdrawn: '您已撤回接单' };

interface OwnAnswerProps {
  answer: RequestAnswer;
  /** Null: done; else what is to be said. */
  onWithdraw(): Promise<string | null>;
}

/** What a planner has of a request that they answered: the way to the talk, and back while no planner is chosen. */
export function OwnAnswer({ answer, onWithdraw }: OwnAnswerProps) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    const wrong = await onWithdraw();
    if (wrong === null) return toastSuccess('已撤回接单');
    toastError(wrong);
    setBusy(false);
    setAsked(false);
  };
  return (
    <section className="panel grid gap-2 p-4 sm:p-6" aria-labelledby="mine-title">
      <h2 id="mine-title" className="text-base font-semibold">
        {TITLES[answer.state]}
      </h2>
      <p className="break-words whitespace-pre-line text-muted">{answer.text}</p>
      <p className="flex flex-wrap gap-2">
        <a className="btn btn-primary" href={chatPath(answer.conversation_id)}>
          进入会话
        </a>
        {answer.state === 'talking' && <Button onClick={() => setAsked(true)}>撤回接单</Button>}
      </p>
      {asked && (
        <Dialog open title="撤回接单？" width={400} onClose={() => setAsked(false)}>
          <p>撤回后发布者会收到通知，不能再选定您。求单开放期间可以重新接单；今天的接单次数不会退回。</p>
          <div className="mt-6 flex justify-end gap-2">
            <Button onClick={() => setAsked(false)}>再想想</Button>
            <Button look="primary" busy={busy} onClick={() => void withdraw()}>
              撤回接单
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

/** The first message of a planner; it leads into the conversation. Contact details are warned of, and may be sent all the same. */
export function AnswerForm({ acts }: { acts: RequestActs }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [contact, setContact] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if ([...text.trim()].length < 2) return setError('说说您能怎么做，至少 2 个字');
    setBusy(true);
    const answer = await acts.actions.answer(text, contact);
    if ('conversation_id' in answer) return location.assign(chatPath(answer.conversation_id));
    setBusy(false);
    if ('contact' in answer) {
      setContact(true);
      setError('消息里似乎有联系方式。站外交易没有保障，请删去；仍要发送请再按一次。');
    } else setError(answer.wrong);
  };
  return (
    <Form onSubmit={submit}>
      <TextArea
        label="接单时的第一句话"
        required
        error={error}
        rows={4}
        maxLength={REQUEST_MAX.answer}
        placeholder="做过哪些类似的活动、怎么做、什么时候能给初稿"
        value={text}
        onValue={(text) => {
          setText(text);
          setContact(false);
        }}
      />
      <Button type="submit" look="primary" size="lg" busy={busy}>
        {contact ? '仍要发送并接单' : '发送并接单'}
      </Button>
    </Form>
  );
}
