import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Field } from '#ui/Field.tsx';

export interface PasswordFieldProps {
  label: string;
  name?: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  /** A new password is not filled in from the browser's store. */
  is_new: boolean;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** A password that can be looked at while typing. */
export function PasswordField({ label, name = 'password', placeholder, value, error, is_new, onChange, onBlur }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={label}
      name={name}
      type={shown ? 'text' : 'password'}
      autoComplete={is_new ? 'new-password' : 'current-password'}
      placeholder={placeholder}
      className="pr-12"
      maxLength={64}
      value={value}
      error={error}
      onValue={onChange}
      onBlur={onBlur}
      after={
        <button
          type="button"
          className="btn btn-ghost btn-square z-1 -ml-12 shrink-0 text-muted"
          aria-label={shown ? '隐藏密码' : '显示密码'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
        </button>
      }
    />
  );
}
