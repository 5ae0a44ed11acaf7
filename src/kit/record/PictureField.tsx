import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { createPicture } from './picture.store.ts';

export interface PictureFieldProps {
  /** Ties label, hint and error to the input. */
  control: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };
  label: string;
  /** Of our site; empty: none. */
  address: string;
  onChange(address: string): void;
}

/** A picture of a console form: uploaded and checked like every other, shown as it is stored. */
export function PictureField({ control, label, address, onChange }: PictureFieldProps) {
  // the form may have changed while the picture was on its way
  const latest = useRef(onChange);
  latest.current = onChange;
  const [picture] = useState(() => createPicture((stored) => latest.current(stored)));
  const { busy, failure } = useStore(picture.$state);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-3">
      {address === '' ? null : <img src={address} alt={`${label}预览`} className="max-h-32 max-w-48 rounded-field border border-line" />}
      <input
        {...control}
        ref={input}
        type="file"
        accept="image/*"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void picture.actions.choose(file);
        }}
      />
      <Button size="sm" busy={busy} aria-label={`${address === '' ? '上传' : '更换'}${label}`} onClick={() => input.current?.click()}>
        {busy ? '正在上传' : address === '' ? '上传' : '更换'}
      </Button>
      {address === '' || busy ? null : (
        <Button size="sm" aria-label={`移除${label}`} onClick={() => onChange('')}>
          移除
        </Button>
      )}
      {failure ? <FormError className="basis-full text-xs text-error" failure={failure} /> : null}
    </div>
  );
}
