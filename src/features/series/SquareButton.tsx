import type { ReactNode } from 'react';

export interface SquareButtonProps {
  label: string;
  disabled?: boolean;
  onPress(): void;
  children: ReactNode;
}

/** A small button that shows a sign and says what it does. */
export function SquareButton({ label, disabled = false, onPress, children }: SquareButtonProps) {
  return (
    <button type="button" className="btn btn-ghost btn-sm btn-square" aria-label={label} disabled={disabled} onClick={onPress}>
      {children}
    </button>
  );
}
