import { useState } from 'react';
import { CHAT_REACTION_TEXTS, CHAT_REPORT_REASONS, type ChatMessage, type ChatReaction, quoteOf } from '#contract/chat.ts';
import { copy } from '#kit/copy.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { reportTalk } from './screen-calls.ts';
import type { Talk } from './talk.store.ts';

export interface MessageActsProps {
  message: ChatMessage;
  mine: boolean;
  recallable: boolean;
  talk: Talk;
  close(): void;
}

/** What can be done with one message: answer it, copy it, take it back, or report it. */
export function MessageActs({ message, mine, recallable, talk, close }: MessageActsProps) {
  const [reporting, setReporting] = useState(false);
  if (reporting) return <ReportForm message={message} talk={talk} close={close} />;
  const copyText = async () => {
    if (await copy(message.text)) close();
  };
  const quotable = talk.$state.get().conversation?.blocked === 0;
  const quote = () => {
    close();
    talk.actions.setQuote(quoteOf(message));
    document.querySelector<HTMLElement>('[data-chat-field]')?.focus();
  };
  const reactions = Object.keys(CHAT_REACTION_TEXTS) as Array<keyof typeof CHAT_REACTION_TEXTS>;
  const react = async (reaction: ChatReaction) => {
    close();
    await talk.actions.react(message.seq, reaction);
  };
  const recall = async () => {
    close();
    await talk.actions.recall(message.seq);
  };
  return (
    <Dialog open title="这条消息" width={400} onClose={close}>
      <div className="grid gap-2">
        {quotable && !mine ? (
          <fieldset className="grid grid-cols-3 gap-2">
            <legend className="sr-only">回应</legend>
            {reactions.map((one) => (
              <Button
                key={one}
                look={message.reaction === one ? 'primary' : 'outline'}
                aria-pressed={message.reaction === one}
                onClick={() => void react(message.reaction === one ? '' : one)}
              >
                {CHAT_REACTION_TEXTS[one]}
              </Button>
            ))}
          </fieldset>
        ) : null}
        {quotable ? <Button onClick={quote}>引用回复</Button> : null}
        {message.text === '' ? null : <Button onClick={() => void copyText()}>复制文字</Button>}
        {recallable ? <Button onClick={() => void recall()}>撤回</Button> : null}
        {mine ? null : <Button onClick={() => setReporting(true)}>举报</Button>}
        {mine && !recallable && !quotable && message.text === '' ? <p className="text-muted">发出超过两分钟的消息不能撤回。</p> : null}
      </div>
    </Dialog>
  );
}

function ReportForm({ message, talk, close }: Pick<MessageActsProps, 'message' | 'talk' | 'close'>) {
  const [reason, setReason] = useState('');
  const [words, setWords] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const text = [reason, words.trim()].filter(Boolean).join('：');
    if (text === '' || (reason === '其他' && words.trim() === '')) return setError('请选择或填写举报的原因');
    setBusy(true);
    const wrong = await reportTalk(talk.id, message.seq, text);
    if (wrong === '') return close();
    setError(wrong);
    setBusy(false);
  };
  return (
    <Dialog open title="举报这条消息" width={480} onClose={close}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="text-muted">审核员只会看到这条消息和前后几条，查看会留下记录。</p>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1 text-sm font-semibold">举报原因</legend>
          {CHAT_REPORT_REASONS.map((one) => (
            <label key={one} className="chip has-checked:border-primary has-checked:bg-tint has-checked:text-primary">
              <input type="radio" name="reason" className="sr-only" checked={reason === one} onChange={() => setReason(one)} />
              {one}
            </label>
          ))}
        </fieldset>
        <TextArea label="补充说明" error={error} rows={3} maxLength={200} value={words} onValue={setWords} />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>取消</Button>
          <Button type="submit" look="primary" busy={busy}>
            提交举报
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
