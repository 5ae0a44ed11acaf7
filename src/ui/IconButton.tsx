import { Button, type ButtonProps } from './Button.tsx';

/** A small button that shows only a picture; `label` says what it does and to what. */
export function IconButton({ label, onPress, ...rest }: { label: string; onPress(): void } & Pick<ButtonProps, 'disabled' | 'children'>) {
  return <Button look="ghost" size="sm" className="btn-square" aria-label={label} title={label} onClick={onPress} {...rest} />;
}
