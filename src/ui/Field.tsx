import { type InputHTMLAttributes, type ReactElement, type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';

export interface FieldShellProps {
  label: string;
  /** What is wrong, or null. Announced, and tied to the input. */
  error?: string | null;
  hint?: ReactNode;
  required?: boolean;
  /** Receives the ids that tie label, hint and error to the control. */
  children: (control: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactElement;
}

/** Label, control, hint and error around any control; the line of the error is always there unless a hint is, so little jumps. */
export function FieldShell({ label, error, hint, required, children }: FieldShellProps) {
  const id = useId();
  const described = classNames(hint ? `${id}-hint` : null, error ? `${id}-error` : null);
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        {required && (
          <span className="text-error" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': described || undefined })}
      {/* next to what it speaks of: below a hint it would seem to belong to the next field */}
      <p id={`${id}-error`} role="alert" className={hint ? 'text-xs text-error' : 'min-h-5 text-xs text-error'}>
        {error}
      </p>
      {hint && (
        <p id={`${id}-hint`} className="mb-2 text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string;
  error?: string | null;
  hint?: ReactNode;
  /** Stands in the row behind the input: a send-code button, a unit. */
  after?: ReactNode;
  onValue?: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** One-line text input with everything a form needs around it. */
export function Field({ label, error, hint, after, className, required, onValue, ...input }: FieldProps) {
  return (
    <FieldShell label={label} error={error} hint={hint} required={required}>
      {(control) => (
        <div className="flex gap-2">
          <input
            onChange={onValue && ((event) => onValue(event.target.value))}
            {...input}
            {...control}
            required={required}
            className={classNames('input w-full', error && 'input-error', className)}
          />
          {after}
        </div>
      )}
    </FieldShell>
  );
}
