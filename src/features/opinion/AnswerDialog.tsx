import { useState } from 'react';
import { OPINION_ANSWER_MAX, type ReceivedOpinion } from '#contract/opinion.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/Form.tsx';
import { TextArea } from '#ui/TextArea.tsx';

interface AnswerDialogProps {
  row: ReceivedOpinion;
  close(changed: boolean): void;
  /** Null: written; else what is wrong. Empty takes the answer back. */
  onSave(text: string): Promise<string | null>;
}

/** The publisher's answer to a rating. */
export function AnswerDialog({ row, close, onSave }: AnswerDialogProps) {
  const [text, setText] = useState(row.answer);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (said: string) => {
    setBusy(true);
    const wrong = await onSave(said).finally(() => setBusy(false));
    if (wrong === null) close(true);
    else setError(wrong);
  };
  return (
    <Dialog open title="回复评价" width={480} onClose={() => close(false)}>
      <Form className="grid gap-3" onSubmit={() => void (text.trim() === '' ? setError('请填写回复') : save(text.trim()))}>
        {row.text && <p className="break-words whitespace-pre-line text-muted">{row.text}</p>}
        <TextArea
          label="回复"
          required
          rows={3}
          maxLength={OPINION_ANSWER_MAX}
          placeholder="所有人都能看到"
          value={text}
          error={error}
          onValue={(value) => {
            setText(value);
            setError(null);
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={busy}>
            发布回复
          </Button>
          {row.answer && (
            <Button busy={busy} onClick={() => void save('')}>
              删除回复
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  );
}
