import type { FieldValue, Pair } from '#contract/fields.ts';
import type { FieldFacts } from '#contract/kinds.ts';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';
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
      return <Field {...shell} maxLength={field.max} value={text} onValue={onChange} onBlur={onLeave} />;
    case 'date':
      return <Field {...shell} type="date" max="9999-12-31" value={text} onValue={onChange} onBlur={onLeave} />;
    case 'price':
      return (
        <Field
          {...shell}
          inputMode="decimal"
          maxLength={16}
          after={<span className="self-center text-muted">元</span>}
          value={text}
          onValue={onChange}
          onBlur={onLeave}
        />
      );
    case 'lines':
      return <TextArea {...shell} rows={5} maxLength={field.max} value={text} onValue={onChange} onBlur={onLeave} />;
    case 'choice':
      return (
        <Select
          {...shell}
          value={text}
          onValue={onChange}
          onBlur={onLeave}
          none={field.required ? '请选择' : '不填'}
          options={field.options.map((option) => [option.value, option.label])}
        />
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
