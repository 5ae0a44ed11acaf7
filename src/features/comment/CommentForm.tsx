import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#client/api-error.ts';
import { COMMENT_EDIT_S, COMMENT_MAX } from '#contract/comment.ts';
import { useTyped } from '#kit/use-typed.ts';
import { FailureText } from '#ui/FailureText.tsx';
import { TextBox } from '#ui/TextArea.tsx';

export interface CommentFormProps {
  /** Of what is written here: its text stays under this name when the field is closed. */
  name: string;
  /** What stands in it at first, and what its button is called. */
  first?: string;
  verb?: string;
  label: string;
  placeholder: string;
  busy: boolean;
  /** Why it was not sent; null: nothing is wrong. */
  refusal: Failure | null;
  /** It was opened by a press: typing goes on here. */
  focus?: boolean;
  /** True: it arrived. */
  onSend(text: string): Promise<boolean>;
  onCancel?(): void;
}

/** The field for a comment or a reply. What could not be sent stays in it. */
export function CommentForm({
  name,
  first = '',
  verb = '发表',
  label,
  placeholder,
  busy,
  refusal,
  focus = false,
  onSend,
  onCancel,
}: CommentFormProps) {
  const [text, setText] = useTyped(name, first);
  const [awake, setAwake] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    setAwake(true);
    if (focus) field.current?.focus();
  }, [focus]);
  const signs = [...text].length;
  return (
    <form
      className="mt-3 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void onSend(text).then((arrived) => {
          if (arrived) setText('');
        });
      }}
    >
      <TextBox
        ref={field}
        className="note-field"
        rows={3}
        aria-label={label}
        aria-invalid={refusal !== null}
        placeholder={placeholder}
        readOnly={!awake}
        value={text}
        onValue={setText}
      />
      <div className="flex items-center justify-between gap-3">
        <p className="num text-xs text-muted" role={refusal ? 'alert' : undefined}>
          {refusal ? (
            <span className="text-error">
              <FailureText failure={refusal} />
            </span>
          ) : signs > COMMENT_MAX - 100 ? (
            `${signs}/${COMMENT_MAX}`
          ) : (
            `请友善交流，勿留联系方式${text === '' ? '' : `；发表后 ${COMMENT_EDIT_S / 60} 分钟内可以修改`}`
          )}
        </p>
        <span className="flex shrink-0 gap-2">
          {onCancel ? (
            <button type="button" className="btn btn-ghost btn-sm" onClick={onCancel}>
              取消
            </button>
          ) : null}
          <button type="submit" className="btn btn-primary btn-sm" disabled={busy || signs > COMMENT_MAX}>
            {busy ? `正在${verb}…` : verb}
          </button>
        </span>
      </div>
    </form>
  );
}
