import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { placeNow } from './place-now.ts';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** primary is for the one main action of a view. */
  look?: 'primary' | 'outline' | 'ghost' | 'gold';
  /** lg is the 48 px main button. */
  size?: 'sm' | 'md' | 'lg';
  /** Shows a turning mark and takes no more presses. It keeps the focus, so that a dialog it opens can give it back. */
  busy?: boolean;
  wide?: boolean;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

const LOOK = { primary: 'btn-primary', outline: 'btn-outline border-line', ghost: 'btn-ghost', gold: 'btn-gold' };
const SIZE = { sm: 'btn-sm', md: '', lg: 'btn-main' };

/** A browser that lost the focus with `disabled` would not know where to give it back to; this stops presses and submits as well. */
const refuse = (event: MouseEvent<HTMLButtonElement>) => event.preventDefault();

/** A button that never submits by accident and says when it is busy. Pressed by key and gone with what it stood in, it leaves the focus near. */
export function Button({
  look = 'outline',
  size = 'md',
  busy = false,
  wide = false,
  icon,
  className,
  children,
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames('btn', LOOK[look], SIZE[size], wide && 'w-full', busy && 'btn-disabled', className)}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) return refuse(event);
        // a press by key
        if (event.detail === 0) placeNow()();
        onClick?.(event);
      }}
    >
      {busy ? <span className="loading loading-spinner loading-xs" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}
