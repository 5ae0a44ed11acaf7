import { useState } from 'react';
import { chatPath } from '#contract/chat.ts';
import { REQUEST_MAX } from '#contract/request.ts';
import { Button } from '#ui/Button.tsx';
import { Form } from '#ui/Form.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { RequestActs } from './request-acts.store.ts';

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
        {contact ? '仍要发送并接单' : '我来接单'}
      </Button>
    </Form>
  );
}
