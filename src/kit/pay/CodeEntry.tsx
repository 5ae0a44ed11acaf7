import { isComposing } from '#client/is-composing.ts';
import { DISCOUNT_CODE, DISCOUNT_RULE } from '#contract/discount.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';

export interface CodeEntryProps {
  quote: { code: string; code_refusal: string };
  busy: boolean;
  typed: string;
  onType: (text: string) => void;
  /** Empty: none is used. */
  onCode: (code: string) => void;
}

/** A publisher's code: typed, in use, or why it is not. */
export function CodeEntry({ quote: { code, code_refusal }, busy, typed, onType, onCode }: CodeEntryProps) {
  const use = () => {
    if (typed.trim() !== '') onCode(typed.trim());
  };
  return (
    <div className="grid gap-1">
      {code !== '' ? (
        <p className="flex items-center justify-between gap-3">
          <span>
            优惠码 <span className="num font-semibold">{code}</span> 已使用
          </span>
          <Button size="sm" look="ghost" disabled={busy} onClick={() => onCode('')}>
            不使用
          </Button>
        </p>
      ) : (
        // a form of its own could not stand inside another one
        <div className="flex gap-2">
          <input
            className="input input-sm w-full"
            aria-label="优惠码"
            placeholder="输入发布者的优惠码"
            maxLength={DISCOUNT_CODE.max}
            value={typed}
            disabled={busy}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isComposing(event)) return;
              event.preventDefault();
              use();
            }}
          />
          <Button size="sm" disabled={busy} onClick={use}>
            使用
          </Button>
        </div>
      )}
      {code_refusal !== '' && <FormError className="text-error">{code_refusal}</FormError>}
      <p className="text-xs text-muted">{DISCOUNT_RULE}</p>
    </div>
  );
}
