import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { PART_LINE_MAX, PART_ROWS_MAX, PART_TEXT_MAX } from '#contract/recruit.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { TextArea } from '#ui/TextArea.tsx';

interface PartField<Row> {
  key: keyof Row & string;
  label: string;
  placeholder?: string;
  /** Several lines. */
  long?: boolean;
  options?: readonly string[];
}

export interface PartRowsProps<Row extends object> {
  title: string;
  /** Label of the button that adds a row. */
  add: string;
  rows: readonly Row[];
  blank: Row;
  fields: ReadonlyArray<PartField<Row>>;
  onChange(rows: Row[]): void;
  /** Below the fields of a row, and beside the button that adds one. */
  under?(row: Row, change: (row: Row) => void): ReactNode;
  more?: ReactNode;
}

/** A part of a resume that repeats: jobs, projects, schools. */
export function PartRows<Row extends object>({ title, add, rows, blank, fields, onChange, under, more }: PartRowsProps<Row>) {
  const change = (at: number, key: keyof Row, value: string) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, [key]: value } : row)));
  return (
    <section className="panel grid gap-4 p-4 sm:p-6">
      <h2 className="text-base font-semibold">{title}</h2>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own, and none moves
        <fieldset key={at} className="grid gap-x-4 rounded-box border border-line p-3 sm:grid-cols-2">
          <legend className="sr-only">{`${title} ${at + 1}`}</legend>
          {fields.map((field) => (
            <div key={field.key} className={field.long ? 'sm:col-span-2' : ''}>
              <Control field={field} value={String(row[field.key] ?? '')} onChange={(value) => change(at, field.key, value)} />
            </div>
          ))}
          <div className="flex flex-wrap items-center justify-between gap-2 sm:col-span-2">
            {under?.(row, (next) => onChange(rows.map((one, place) => (place === at ? next : one))))}
            <Button
              size="sm"
              look="ghost"
              aria-label={`删除${title} ${at + 1}`}
              onClick={() => onChange(rows.filter((_, place) => place !== at))}
            >
              删除
            </Button>
          </div>
        </fieldset>
      ))}
      {rows.length < PART_ROWS_MAX && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<Plus size={14} aria-hidden="true" />} onClick={() => onChange([...rows, blank])}>
            {add}
          </Button>
          {more}
        </div>
      )}
    </section>
  );
}

function Control<Row>({ field, value, onChange }: { field: PartField<Row>; value: string; onChange(value: string): void }) {
  const { label, options, long, placeholder = '' } = field;
  if (options) {
    return <Select label={label} value={value} onValue={onChange} none="请选择" options={options} />;
  }
  if (long) {
    return <TextArea label={label} rows={3} maxLength={PART_TEXT_MAX} value={value} onValue={onChange} />;
  }
  return <Field label={label} placeholder={placeholder} maxLength={PART_LINE_MAX} value={value} onValue={onChange} />;
}
