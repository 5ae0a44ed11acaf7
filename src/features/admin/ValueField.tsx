import { SelectBox } from '#ui/Select.tsx';
import { TextBox } from '#ui/TextArea.tsx';
import { boundsText, type SettingSchema, unitText } from './setting-fields.ts';

/** Texts that are longer than a line. */
const LINE = 80;

export interface ValueFieldProps {
  label: string;
  schema: SettingSchema;
  value: unknown;
  disabled: boolean;
  onChange(value: unknown): void;
}

/** The control that fits a schema: choices, switches, numbers, lines of text, and a group of them for an object. */
export function ValueField({ label, schema, value, disabled, onChange }: ValueFieldProps) {
  if (schema.type === 'object' && schema.properties) {
    const given = (value ?? {}) as Record<string, unknown>;
    return (
      <fieldset className="grid gap-2">
        <legend className="sr-only">{label}</legend>
        {Object.entries(schema.properties).map(([key, member]) => (
          <div key={key} className="grid gap-1">
            <span className="text-xs text-muted">{member.title ?? key}</span>
            <ValueField
              label={`${label} ${member.title ?? key}`}
              schema={member}
              value={given[key]}
              disabled={disabled}
              onChange={(one) => onChange({ ...given, [key]: one })}
            />
          </div>
        ))}
      </fieldset>
    );
  }
  if (schema.enum) {
    return (
      <SelectBox
        aria-label={label}
        disabled={disabled}
        value={String(value)}
        onValue={(chosen) => onChange(schema.enum?.find((one) => String(one) === chosen))}
        options={schema.enum.map((one) => [String(one), schema.labels?.[String(one)] ?? String(one)] as const)}
      />
    );
  }
  if (schema.type === 'boolean') {
    return (
      <input
        type="checkbox"
        aria-label={label}
        className="toggle"
        disabled={disabled}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  }
  if (schema.type === 'array') {
    const text = Array.isArray(value) ? value.map(String).join('\n') : String(value ?? '');
    return (
      <>
        <TextBox
          aria-label={label}
          rows={Math.min(10, Math.max(3, text.split('\n').length))}
          disabled={disabled}
          value={text}
          onValue={onChange}
        />
        <span className="text-xs text-muted">每行一项</span>
      </>
    );
  }
  if (schema.type === 'string' && (schema.maxLength ?? 0) > LINE) {
    return (
      <TextBox
        aria-label={label}
        rows={3}
        maxLength={schema.maxLength}
        disabled={disabled}
        value={String(value ?? '')}
        onValue={(text) => onChange(text.replaceAll('\n', ' '))}
      />
    );
  }
  const number = schema.type === 'integer' || schema.type === 'number';
  const bounds = number ? boundsText(schema) : '';
  const unit = number ? unitText(schema) : '';
  return (
    <>
      <div className="flex items-center gap-2">
        <input
          aria-label={unit ? `${label}（${unit}）` : label}
          className={`input ${number ? 'w-32' : 'w-full'}`}
          inputMode={number ? 'numeric' : 'text'}
          maxLength={schema.maxLength}
          disabled={disabled}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.target.value)}
        />
        {unit && (
          <span className="shrink-0 text-muted" aria-hidden="true">
            {unit}
          </span>
        )}
      </div>
      {bounds && <span className="text-xs text-muted">{bounds}</span>}
    </>
  );
}
