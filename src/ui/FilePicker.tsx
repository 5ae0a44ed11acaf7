import { Paperclip } from 'lucide-react';
import type { InputHTMLAttributes } from 'react';

interface FilePickerProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'id' | 'aria-invalid' | 'aria-describedby' | 'required'> {
  /** What the input is called, where no label says it by `id`. */
  label?: string;
  /** As the `accept` of a file input. */
  accept: string;
  multiple?: boolean;
  /** Name of what was chosen. */
  chosen?: string | undefined;
  onFiles(files: File[]): void;
}

/** Takes files in the look of the other fields; the same may be chosen again. */
export function FilePicker({ label, accept, multiple = false, chosen, onFiles, ...control }: FilePickerProps) {
  return (
    <label className="btn w-full justify-start font-normal has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2">
      <Paperclip size={16} aria-hidden="true" />
      <span className="truncate">{chosen ?? (multiple ? '选择文件，可以一次选几个' : '选择文件')}</span>
      <input
        {...control}
        type="file"
        className="sr-only"
        accept={accept}
        multiple={multiple}
        {...(label ? { 'aria-label': label } : {})}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // an empty list would forget what was chosen before
          if (files.length > 0) onFiles(files);
          target.value = '';
        }}
      />
    </label>
  );
}
