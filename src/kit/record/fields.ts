import { type Bounds, boundsFault, boundsShown } from '#contract/bounds.ts';
import { VIPS } from '#contract/membership.ts';
import { inputTime, timeOfInput } from '#ui/time-input.ts';

/** A field of a console form. `picture`: an address of our site that an upload gives. `number` with `nullable`: empty is none, else 0; the bounds are those of its call. `rows`: a list of records with fields of their own. */
export type RecordField<Key extends string = string> = {
  key: Key;
  label: string;
  hint?: string;
  required?: boolean;
  max?: number;
  /** Shown and sent only where this holds; several of one key may share it out. */
  when?(draft: Draft): boolean;
} & (
  | { kind: 'text' | 'area' | 'time' | 'flag' | 'numbers' | 'picture' }
  | ({ kind: 'number'; nullable?: boolean } & Bounds)
  | { kind: 'choice'; options: ReadonlyArray<{ value: string; title: string }>; is_number?: boolean }
  | { kind: 'rows'; fields: readonly RecordField[]; empty: Readonly<Record<string, unknown>>; most: number }
);

/** What the inputs hold while somebody writes. */
export type Draft = { [key: string]: string | boolean | Draft[] };

/** The fields that count for what is written so far. */
export const countingFields = (fields: readonly RecordField[], draft: Draft): readonly RecordField[] =>
  fields.filter(({ when }) => when?.(draft) ?? true);

/** Values as the inputs show them. */
export function draftOf(fields: readonly RecordField[], values: Readonly<Record<string, unknown>>): Draft {
  return Object.fromEntries(fields.map((field) => [field.key, shown(field, values[field.key])]));
}

function shown(field: RecordField, value: unknown): string | boolean | Draft[] {
  switch (field.kind) {
    case 'flag':
      return value === true;
    case 'time':
      return inputTime(typeof value === 'number' ? value : 0);
    case 'numbers':
      return (value as number[] | undefined)?.join(', ') ?? '';
    case 'rows':
      return ((value as Array<Record<string, unknown>> | undefined) ?? []).map((row) => draftOf(field.fields, row));
    default:
      return value === null || value === undefined ? '' : String(value);
  }
}

/** The values that the inputs mean. What is no number stays as it was written, so that the server says what is wrong with it. */
export function valuesOf(fields: readonly RecordField[], draft: Draft): Record<string, unknown> {
  return Object.fromEntries(countingFields(fields, draft).map((field) => [field.key, meant(field, draft[field.key])]));
}

function meant(field: RecordField, written: string | boolean | Draft[] | undefined): unknown {
  if (field.kind === 'rows') return ((written as Draft[] | undefined) ?? []).map((row) => valuesOf(field.fields, row));
  if (field.kind === 'flag') return written === true;
  const text = String(written ?? '').trim();
  switch (field.kind) {
    case 'time':
      return timeOfInput(text) ?? 0;
    case 'number':
      return text === '' ? (field.nullable ? null : 0) : numberOf(text);
    case 'choice':
      return field.is_number ? Number(text) : text;
    case 'numbers':
      return text === ''
        ? []
        : text
            .split(/[\s,，、]+/)
            .filter(Boolean)
            .map(numberOf);
    default:
      return text;
  }
}

const numberOf = (text: string): number | string => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/** Numbers outside their bounds, one message a field; of a row it stands with its list. Whatever else is wrong the server says. */
export function faultsOf(fields: readonly RecordField[], draft: Draft): Record<string, string> {
  return Object.fromEntries(
    countingFields(fields, draft).flatMap((field): Array<[string, string]> => {
      const fault = faultOf(field, draft[field.key]);
      return fault === null ? [] : [[field.key, fault]];
    }),
  );
}

function faultOf(field: RecordField, written: Draft[string] | undefined): string | null {
  if (field.kind === 'rows') {
    for (const [at, row] of ((written as Draft[] | undefined) ?? []).entries()) {
      const [fault] = Object.values(faultsOf(field.fields, row));
      if (fault) return `第 ${at + 1} 项：${fault}`;
    }
    return null;
  }
  if (field.kind !== 'number') return null;
  const value = meant(field, written);
  return value === null ? null : boundsFault(field.label, field, value);
}

/** What is said below the input of a field. */
export function hintOf(field: RecordField): string {
  return [field.kind === 'number' ? boundsShown(field) : '', field.hint ?? ''].filter(Boolean).join('；');
}

/** Which membership a record gives. */
export const VIP_FIELD = {
  key: 'vip_type',
  label: '会员种类',
  kind: 'choice',
  is_number: true,
  options: VIPS.map(({ vip_type, name }) => ({ value: String(vip_type), title: name })),
} as const satisfies RecordField;
