import type { ComponentProps } from 'react';
import { FailureText, type FailureTextProps } from './FailureText.tsx';

export interface FormErrorProps extends ComponentProps<'p'> {
  /** What did not work, in place of a text. */
  failure?: FailureTextProps['failure'];
}

/** What is wrong with a form, or with a part of it that is no field; its line is there before, so that nothing jumps and it is announced. */
export function FormError({ failure = null, className = 'min-h-5 text-xs text-error', children, ...line }: FormErrorProps) {
  return (
    <p role="alert" {...line} className={className}>
      <FailureText failure={failure} />
      {children}
    </p>
  );
}
