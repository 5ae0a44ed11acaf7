import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { FieldShell } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { TextBox } from '#ui/TextArea.tsx';
import { Panel } from '../console/Panel.tsx';
import { ScreenFrame } from '../console/ScreenFrame.tsx';
import { SecondPersonHint } from '../console/SecondPersonHint.tsx';
import { focusFirstError } from '../focus-error.ts';
import { useLeaveWarning } from '../use-typed.ts';
import { countingFields, type Draft, draftOf, hintOf, type RecordField } from './fields.ts';
import { PictureField } from './PictureField.tsx';
import { createRecord, type RecordInput, type RecordState } from './record.store.ts';
import { useRecordHeading } from './use-record-heading.ts';

const SAVE = '保存';

export interface RecordFormProps<Facts, Form extends object> {
  title: string;
  input: RecordInput<Facts, Form>;
  /** Label of the button. */
  verb?: string;
  /** Above the bound of a day a second person confirms it. */
  countersigned?: boolean;
  /** What stands beside the form once it is loaded. */
  beside?(state: RecordState<Facts>, reload: () => void): ReactNode;
}

/** A form of the console, drawn from its fields. */
export function RecordForm<Facts, Form extends object>({
  title,
  input,
  verb = SAVE,
  countersigned = false,
  beside,
}: RecordFormProps<Facts, Form>) {
  const [record] = useState(() => createRecord(input));
  const state = useStore(record.$state);
  useEffect(() => void record.actions.open(), [record]);
  useLeaveWarning(state.changed);
  useRecordHeading(title, input.only || verb !== SAVE || state.load !== 'ready' ? null : state.id);
  const reload = () => void record.actions.open();
  return (
    <ScreenFrame state={{ load: state.load, data: state, failure: state.failure }} onRetry={reload}>
      {(ready) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
          <Form
            onSubmit={(form) =>
              record.actions.save().then(() => Object.keys(record.$state.get().errors).length > 0 && focusFirstError(form))
            }
          >
            <Panel title={!input.only && ready.id > 0 ? `${title} ${ready.id}` : title}>
              <Inputs fields={input.fields} draft={ready.draft} errors={ready.errors} onChange={record.actions.change} />
              <FormError>{ready.errors['form'] ?? otherFault(countingFields(input.fields, ready.draft), ready.errors)}</FormError>
              {countersigned && <SecondPersonHint />}
              <Button look="primary" type="submit" busy={ready.saving}>
                {verb}
              </Button>
            </Panel>
          </Form>
          {beside ? <div className="grid gap-4">{beside(ready, reload)}</div> : null}
        </div>
      )}
    </ScreenFrame>
  );
}

/** What is said of a field that no input shows. */
function otherFault(fields: readonly RecordField[], errors: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(errors).find(([key]) => !fields.some((field) => field.key === key))?.[1];
}

interface InputsProps {
  fields: readonly RecordField[];
  draft: Draft;
  errors: Readonly<Record<string, string>>;
  onChange(part: Draft): void;
}

function Inputs({ fields, draft, errors, onChange }: InputsProps) {
  return countingFields(fields, draft).map((field) =>
    field.kind === 'rows' ? (
      <Rows
        key={field.key}
        field={field}
        rows={(draft[field.key] as Draft[] | undefined) ?? []}
        error={errors[field.key]}
        onChange={onChange}
      />
    ) : field.kind === 'flag' ? (
      <label key={field.key} className="mb-3 flex items-center gap-2">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          checked={draft[field.key] === true}
          onChange={(event) => onChange({ [field.key]: event.target.checked })}
        />
        {field.label}
        {field.hint ? <span className="text-xs text-muted">{field.hint}</span> : null}
      </label>
    ) : (
      <Single key={field.key} field={field} value={String(draft[field.key] ?? '')} error={errors[field.key]} onChange={onChange} />
    ),
  );
}

interface SingleProps {
  field: Exclude<RecordField, { kind: 'rows' | 'flag' }>;
  value: string;
  error: string | undefined;
  onChange(part: Draft): void;
}

function Single({ field, value, error, onChange }: SingleProps) {
  const set = (written: string) => onChange({ [field.key]: written });
  return (
    <FieldShell
      label={field.label}
      error={error}
      {...(hintOf(field) ? { hint: hintOf(field) } : {})}
      {...(field.required ? { required: true } : {})}
    >
      {(control) =>
        field.kind === 'choice' ? (
          <SelectBox {...control} value={value} onValue={set} options={field.options.map((option) => [option.value, option.title])} />
        ) : field.kind === 'picture' ? (
          <PictureField control={control} label={field.label} address={value} onChange={set} />
        ) : field.kind === 'area' ? (
          <TextBox {...control} rows={5} maxLength={field.max} value={value} onValue={set} />
        ) : (
          <input
            {...control}
            className="input w-full"
            type={field.kind === 'time' ? 'datetime-local' : 'text'}
            inputMode={field.kind === 'number' ? 'decimal' : undefined}
            maxLength={field.max}
            value={value}
            onChange={(event) => set(event.target.value)}
          />
        )
      }
    </FieldShell>
  );
}

interface RowsProps {
  field: Extract<RecordField, { kind: 'rows' }>;
  rows: Draft[];
  error: string | undefined;
  onChange(part: Draft): void;
}

/** Records in a record: prizes of a table, parts of a bundle. */
function Rows({ field, rows, error, onChange }: RowsProps) {
  const set = (next: Draft[]) => onChange({ [field.key]: next });
  return (
    <fieldset className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-1 text-sm font-semibold">{field.label}</legend>
      {field.hint ? <p className="text-xs text-muted">{field.hint}</p> : null}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own, and are only added and taken out
        <fieldset key={at} className="relative rounded-box border border-line p-3 pr-10" aria-label={`${field.label} ${at + 1}`}>
          <div className="grid gap-x-3 sm:grid-cols-2">
            <Inputs
              fields={field.fields}
              draft={row}
              errors={{}}
              onChange={(part) => set(rows.map((one, place) => (place === at ? { ...one, ...part } : one)))}
            />
          </div>
          <button
            type="button"
            className="btn btn-ghost btn-sm btn-square absolute top-2 right-2"
            aria-label={`移除${field.label} ${at + 1}`}
            onClick={() => set(rows.filter((_, place) => place !== at))}
          >
            <X size={16} aria-hidden="true" />
          </button>
        </fieldset>
      ))}
      <FormError>{error}</FormError>
      <div>
        <Button size="sm" disabled={rows.length >= field.most} onClick={() => set([...rows, draftOf(field.fields, field.empty)])}>
          添加一项
        </Button>
      </div>
    </fieldset>
  );
}
