import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { FieldShell, type FieldShellProps } from './Field.tsx';

/** What may be chosen; a text alone is value and title. */
export type Option = string | number | readonly [value: string | number, title: string | number];

export interface SelectBoxProps extends Omit<ComponentProps<'select'>, 'children'> {
  options?: readonly Option[];
  /** Options below headings, in place of a plain list. */
  groups?: ReadonlyArray<readonly [title: string, options: readonly Option[]]>;
  /** What stands first, chosen with the empty value: nothing is. */
  none?: string | Option;
  onValue?: (value: string) => void;
}

const drawn = (options: readonly Option[]) =>
  options.map((option) => {
    const [value, title] = typeof option === 'object' ? option : [option, option];
    return (
      <option key={value} value={value}>
        {title}
      </option>
    );
  });

/** The control alone, where its label stands elsewhere. */
export function SelectBox({ options = [], groups = [], none, onValue, className = 'select w-full', ...select }: SelectBoxProps) {
  return (
    <select onChange={onValue && ((event) => onValue(event.target.value))} {...select} className={className}>
      {none !== undefined && drawn([typeof none === 'string' ? ['', none] : none])}
      {drawn(options)}
      {groups.map(([title, inside]) => (
        <optgroup key={title} label={title}>
          {drawn(inside)}
        </optgroup>
      ))}
    </select>
  );
}

export type SelectProps = Omit<SelectBoxProps, 'id'> & Omit<FieldShellProps, 'children'>;

/** A choice with everything a form needs around it. */
export function Select({ label, error, hint, required, className = 'select w-full', ...select }: SelectProps) {
  return (
    <FieldShell label={label} error={error} hint={hint} required={required}>
      {(control) => (
        <SelectBox {...select} {...control} aria-required={required} className={classNames(className, error && 'select-error')} />
      )}
    </FieldShell>
  );
}
