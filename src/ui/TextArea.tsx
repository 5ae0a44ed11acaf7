import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { FieldShell, type FieldShellProps } from './Field.tsx';

export interface TextBoxProps extends ComponentProps<'textarea'> {
  onValue?: (value: string) => void;
}

/** The control alone, where its label stands elsewhere. */
export function TextBox({ onValue, className = 'textarea w-full', ...area }: TextBoxProps) {
  return <textarea onChange={onValue && ((event) => onValue(event.target.value))} {...area} className={className} />;
}

export type TextAreaProps = Omit<TextBoxProps, 'id' | 'children'> & Omit<FieldShellProps, 'children'>;

/** Text of several lines with everything a form needs around it. */
export function TextArea({ label, error, hint, required, className = 'textarea w-full', ...area }: TextAreaProps) {
  return (
    <FieldShell label={label} error={error} hint={hint} required={required}>
      {(control) => (
        <TextBox {...area} {...control} aria-required={required} className={classNames(className, error && 'textarea-error')} />
      )}
    </FieldShell>
  );
}
