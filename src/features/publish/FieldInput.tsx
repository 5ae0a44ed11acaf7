import type { FieldValue, Pair } from '#contract/fields.ts';
import type { FieldFacts } from '#contract/kinds.ts';
import { classNames } from '#ui/class-names.ts';
import { Field, FieldShell } from '#ui/Field.tsx';
import { ItemPicker } from './ItemPicker.tsx';
import { PairsInput } from './PairsInput.tsx';

export interface FieldInputProps {
  field: FieldFacts;
  hint: string | undefined;
  value: FieldValue;
  error: string | undefined;
  onChange(value: FieldValue): void;
  onLeave(): void;
}

/** The control of one field of a kind, by its type. */
export function FieldInput({ field, hint: said, value, error = '', onChange, onLeave }: FieldInputProps) {
  const text = typeof value === 'string' ? value : '';
  const hint = [said, field.signed_in && '登录后的读者可见'].filter(Boolean).join('，') || undefined;
  const shell = { label: field.label, error, hint, required: field.required ?? false };
  switch (field.type) {
    case 'text':
      return <Field {...shell} maxLength={field.max} value={text} onChange={(event) => onChange(event.target.value)} onBlur={onLeave} />;
    case 'date':
      return (
        <Field {...shell} type="date" max="9999-12-31" value={text} onChange={(event) => onChange(event.target.value)} onBlur={onLeave} />
      );
    case 'price':
      return (
        <Field
          {...shell}
          inputMode="decimal"
          maxLength={16}
          after={<span className="self-center text-muted">元</span>}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
      );
    case 'lines':
      return (
        <FieldShell {...shell}>
          {(control) => (
            <textarea
              {...control}
              className={classNames('textarea w-full', error && 'textarea-error')}
              rows={5}
              maxLength={field.max}
              value={text}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onLeave}
            />
          )}
        </FieldShell>
      );
    case 'choice':
      return (
        <FieldShell {...shell}>
          {(control) => (
            <select
              {...control}
              className={classNames('select w-full', error && 'select-error')}
              value={text}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onLeave}
            >
              <option value="">{field.required ? '请选择' : '不限'}</option>
              {field.options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          )}
        </FieldShell>
      );
    case 'pairs':
      return <PairsInput {...shell} max={field.max} pairs={Array.isArray(value) ? (value as readonly Pair[]) : []} onChange={onChange} />;
    case 'document':
      // written in an editor of its own, which the kind's form brings
      return null;
    case 'item':
      return <ItemPicker {...shell} kind={field.kind} value={typeof value === 'number' ? value : null} onChange={onChange} />;
  }
}
