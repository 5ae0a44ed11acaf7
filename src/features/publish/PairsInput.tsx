import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { PAIR_KEY_MAX, PAIR_VALUE_MAX, type Pair } from '#contract/fields.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { FormError } from '#ui/FormError.tsx';

export interface PairsInputProps {
  label: string;
  error: string;
  hint?: ReactNode;
  required: boolean;
  max: number;
  pairs: readonly Pair[];
  onChange(pairs: readonly Pair[]): void;
}

/** Lines of a name and what it is. */
export function PairsInput({ label, error, hint, required, max, pairs, onChange }: PairsInputProps) {
  const set = (at: number, change: Partial<Pair>) => onChange(pairs.map((pair, i) => (i === at ? { ...pair, ...change } : pair)));
  const input = classNames('input', error && 'input-error');
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-semibold">
        {label}
        {required && (
          <span className="text-error" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </legend>
      {pairs.map((pair, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <div key={at} className="flex gap-2">
          <input
            className={classNames(input, 'w-32 shrink-0')}
            aria-label={`${label}第 ${at + 1} 行的名称`}
            aria-invalid={Boolean(error) && pair.key === ''}
            placeholder="名称"
            maxLength={PAIR_KEY_MAX}
            value={pair.key}
            onChange={(event) => set(at, { key: event.target.value })}
          />
          <input
            className={classNames(input, 'min-w-0 flex-1')}
            aria-label={`${label}第 ${at + 1} 行的内容`}
            aria-invalid={Boolean(error) && pair.value === ''}
            placeholder="内容"
            maxLength={PAIR_VALUE_MAX}
            value={pair.value}
            onChange={(event) => set(at, { value: event.target.value })}
          />
          <button
            type="button"
            className="btn btn-square btn-ghost"
            aria-label={`删除${label}第 ${at + 1} 行`}
            onClick={() => onChange(pairs.filter((_, i) => i !== at))}
          >
            <X size={16} aria-hidden="true" />
          </button>
        </div>
      ))}
      {pairs.length < max && (
        <div>
          <Button size="sm" icon={<Plus size={16} aria-hidden="true" />} onClick={() => onChange([...pairs, { key: '', value: '' }])}>
            添加一行
          </Button>
        </div>
      )}
      {hint && <p className="text-xs text-muted">{hint}</p>}
      <FormError>{error}</FormError>
    </fieldset>
  );
}
