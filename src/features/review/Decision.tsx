import { useRef, useState } from 'react';
import { REASON_MAX } from '#contract/publish.ts';
import type { ReviewActionText, ReviewEntry } from '#contract/review.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/Form.tsx';
import { TextArea } from '#ui/TextArea.tsx';

export interface DecisionProps {
  row: ReviewEntry;
  onDecide(action: ReviewActionText, reason?: string): Promise<void>;
}

/** One button an action of the type; those that need a reason ask for it. */
export function Decision({ row, onDecide }: DecisionProps) {
  const [asked, setAsked] = useState<ReviewActionText | null>(null);
  const asks = ({ name }: ReviewActionText) => (row.subject.asks?.action === name ? row.subject.asks : undefined);
  const before = asked && asks(asked);
  return (
    <div className="flex flex-wrap gap-2">
      {row.actions.map((action, at) => (
        <Button
          key={action.name}
          aria-keyshortcuts={keyOf(row.actions, at)}
          look={at === 0 ? 'primary' : 'outline'}
          onClick={() => (action.needs_reason || asks(action) ? setAsked(action) : void onDecide(action))}
        >
          {action.text}
        </Button>
      ))}
      <Dialog open={asked !== null} title={asked ? `${asked.text}：${row.subject.title}` : ''} width={480} onClose={() => setAsked(null)}>
        {asked && before && (
          <>
            <p className="mb-4 text-muted">{before.about}</p>
            <div className="flex justify-end gap-2">
              <Button onClick={() => setAsked(null)}>取消</Button>
              <Button
                look="primary"
                onClick={() => {
                  setAsked(null);
                  void onDecide(asked);
                }}
              >
                {before.verb}
              </Button>
            </div>
          </>
        )}
        {asked && !before && (
          <ReasonForm
            key={asked.name}
            action={asked}
            hint={reasonHint(row.type)}
            onClose={() => setAsked(null)}
            onReason={(reason) => {
              setAsked(null);
              void onDecide(asked, reason);
            }}
          />
        )}
      </Dialog>
    </div>
  );
}

/** The key of a button: `a` for the first, which passes, and `r` for the first other one, which asks why it is sent back. */
export const keyOf = (actions: readonly ReviewActionText[], at: number): string | undefined =>
  at === 0 ? 'a' : at === actions.findIndex(({ needs_reason }, nth) => nth > 0 && needs_reason) ? 'r' : undefined;

interface ReasonFormProps {
  action: ReviewActionText;
  hint: string;
  onClose(): void;
  onReason(reason: string): void;
}

function ReasonForm({ action, hint, onClose, onReason }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Form
      onSubmit={() => {
        if (reason.trim() !== '') return onReason(reason);
        setError(`请填写${action.reason_label}`);
        field.current?.focus();
      }}
    >
      <TextArea
        label="原因"
        required
        error={error}
        hint={hint}
        ref={field}
        rows={4}
        maxLength={REASON_MAX}
        value={reason}
        onValue={(text) => {
          setReason(text);
          setError(null);
        }}
      />
      <p className="mb-4 flex flex-wrap gap-2">
        {action.reasons.map((text) => (
          <button
            key={text}
            type="button"
            className="rounded-full bg-ground px-3 py-1 text-xs hover:text-primary"
            onClick={() => setReason(text)}
          >
            {text}
          </button>
        ))}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" look="primary">
          确认{action.text}
        </Button>
      </div>
    </Form>
  );
}

/** Who reads the reason of a decision, by the type of what is decided; of the others it is their publisher. */
const READERS: Readonly<Record<string, string>> = {
  realname: '申请人',
  company: '申请人',
  teacher: '申请人',
  withdrawal: '申请人',
  refund: '提出退款的人',
  redeemers: '兑换者',
  offer: '报价者',
  dispute: '双方',
  chat: '消息的发送者',
  assistant: '提问者',
  feedback: '反馈者',
};

const reasonHint = (type: string): string => `${READERS[type] ?? '发布者'}会看到这段文字`;
