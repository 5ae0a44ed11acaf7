import { useId } from 'react';
import { FIELD_HINTS } from '#contract/field-hints.ts';
import { emptyValue, endOf, type FieldValue, isAsked } from '#contract/fields.ts';
import type { FieldFacts, KindFacts } from '#contract/kinds.ts';
import type { FormErrors, ItemForm } from '#contract/publish.ts';
import { FieldInput } from './FieldInput.tsx';

export interface FieldsSectionProps {
  kind: KindFacts;
  form: ItemForm;
  errors: FormErrors;
  onChange(patch: Partial<ItemForm>): void;
  onLeave(name: keyof FormErrors): void;
}

/** What only this kind asks for; nothing for a kind that asks for nothing. */
export function FieldsSection({ kind, form, errors, onChange, onLeave }: FieldsSectionProps) {
  const id = useId();
  const asked = (kind.fields ?? []).filter((field) => isAsked(field, form.fields));
  if (asked.length === 0) return null;
  return (
    <section className="panel p-5 md:p-6" aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-base font-semibold">
        {kind.noun}资料
      </h2>
      <div className="grid items-start gap-x-4 gap-y-3 md:grid-cols-2">
        {asked.map((field) => (
          <div key={field.key} className={columnOf(field)}>
            <FieldInput
              field={field}
              hint={FIELD_HINTS[kind.key]?.[field.key]}
              value={form.fields[field.key] ?? emptyValue(field)}
              error={errors[`field.${field.key}`]}
              onChange={(value: FieldValue) => onChange({ fields: { ...form.fields, [field.key]: value } })}
              onLeave={() => onLeave(`field.${field.key}`)}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

/** Both ends of a range stand in one row. */
function columnOf(field: FieldFacts): string {
  if (field.type === 'lines' || field.type === 'pairs') return 'md:col-span-2';
  return endOf(field) ? 'md:col-start-1' : '';
}
