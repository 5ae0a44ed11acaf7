import { type ClipboardEvent, type ComponentProps, useState } from 'react';
import { classNames } from './class-names.ts';
import { FieldShell, type FieldShellProps } from './Field.tsx';

export interface TextBoxProps extends ComponentProps<'textarea'> {
  onValue?: (value: string) => void;
  /** Each paste: how many of its characters found no room below `maxLength`. */
  onLost?: (chars: number) => void;
}

/** The control alone, where its label stands elsewhere. Without `onLost` it says itself what a paste lost. */
export function TextBox({ onValue, onLost, onPaste, className = 'textarea w-full', ...area }: TextBoxProps) {
  const [cut, setCut] = useState(0);
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    onPaste?.(event);
    if (!event.defaultPrevented && area.maxLength !== undefined) (onLost ?? setCut)(cutOf(event, area.maxLength));
  };
  return (
    <>
      <textarea onChange={onValue && ((event) => onValue(event.target.value))} {...area} onPaste={paste} className={className} />
      <CutNote chars={cut} most={area.maxLength} />
    </>
  );
}

function cutOf({ currentTarget: field, clipboardData }: ClipboardEvent<HTMLTextAreaElement>, most: number): number {
  const pasted = clipboardData.getData('text/plain').replaceAll('\r\n', '\n').length;
  return Math.max(0, field.value.length - (field.selectionEnd - field.selectionStart) + pasted - most);
}

/** What a browser leaves out of a paste without a word. `instead`: what can be done about it. */
export function CutNote({ chars, most, instead = '' }: { chars: number; most: number | undefined; instead?: string }) {
  if (chars === 0 || most === undefined) return null;
  return (
    <p className="text-xs text-error" role="alert">
      最多 {most} 字，后面的 {chars} 字没有放进来{instead}
    </p>
  );
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
