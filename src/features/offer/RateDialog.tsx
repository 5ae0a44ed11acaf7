import { Star } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { RATING_BLIND_DAYS, RATING_TEXT_MAX } from '#contract/rating.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';

const STARS = [1, 2, 3, 4, 5] as const;
const WORDS = ['', '很不满意', '不满意', '一般', '满意', '非常满意'];

/** Asks for stars and a sentence about the other side. True: it was sent. */
export function askRating(name: string, send: (stars: number, text: string) => Promise<unknown>): Promise<boolean> {
  return openDialog<boolean>((close) => <RateDialog name={name} send={send} close={close} />);
}

interface RateDialogProps {
  name: string;
  send(stars: number, text: string): Promise<unknown>;
  close(sent: boolean): void;
}

function RateDialog({ name, send, close }: RateDialogProps) {
  const [stars, setStars] = useState(0);
  const [text, setText] = useState('');
  const [errors, setErrors] = useState<{ stars?: string; text?: string }>({});
  const [busy, setBusy] = useState(false);
  // what is on its way is waited for: the user would take it for not sent
  const leave = () => {
    if (!busy) close(false);
  };
  const submit = async () => {
    if (stars === 0) return setErrors({ stars: '请选择星级' });
    setBusy(true);
    try {
      await send(stars, text);
      close(true);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setErrors({ text: failure.msg });
      setBusy(false);
    }
  };
  return (
    <Dialog open title={`评价${name}`} width={480} onClose={leave}>
      <Form onSubmit={submit}>
        <p className="mb-3 text-muted">双方都评价后同时公开；只有一方评价时，{RATING_BLIND_DAYS} 天后公开。</p>
        <fieldset>
          <legend className="mb-1 text-sm font-semibold">星级</legend>
          <div className="flex items-center gap-1">
            {STARS.map((n) => (
              <label key={n} className="cursor-pointer rounded p-1 has-focus-visible:outline-2 has-focus-visible:outline-primary">
                <input
                  type="radio"
                  name="stars"
                  className="sr-only"
                  value={n}
                  checked={stars === n}
                  onChange={() => {
                    setStars(n);
                    setErrors({});
                  }}
                />
                <Star size={28} aria-hidden="true" className={n <= stars ? 'fill-gold text-gold' : 'text-muted'} />
                <span className="sr-only">{n} 星</span>
              </label>
            ))}
            <span className="ml-2 text-sm text-muted">{WORDS[stars]}</span>
          </div>
          <FormError>{errors.stars}</FormError>
        </fieldset>
        <TextArea
          label="评价（选填）"
          error={errors.text}
          rows={4}
          maxLength={RATING_TEXT_MAX}
          placeholder="沟通、执行、守时……说说合作的感受"
          value={text}
          onValue={setText}
        />
        <div className="flex justify-end gap-2">
          <Button disabled={busy} onClick={leave}>
            以后再说
          </Button>
          <Button type="submit" look="primary" busy={busy}>
            提交评价
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
