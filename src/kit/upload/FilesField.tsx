import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ATTACHMENT_ACCEPT, ATTACHMENT_MAX_BYTES, ATTACHMENT_TEXT } from '#contract/publish.ts';
import { Button } from '#ui/Button.tsx';
import { FieldShell } from '#ui/Field.tsx';
import { FilePicker } from '#ui/FilePicker.tsx';
import { stopOf } from './single-upload.ts';
import { uploadFile } from './upload-file.ts';

export type StoredFile = { id: number; name: string };

interface FilesFieldProps {
  label: string;
  most: number;
  /** Of these, so many stand elsewhere. */
  beside?: number;
  /** Of each. */
  max_bytes?: number;
  required?: boolean;
  files: readonly StoredFile[];
  error: string | undefined;
  onFiles(files: readonly StoredFile[]): void;
  /** Some are on their way. */
  onBusy(busy: boolean): void;
}

/** Attachments that are uploaded as they are chosen, one after the other. */
export function FilesField({
  label,
  most,
  beside = 0,
  max_bytes = ATTACHMENT_MAX_BYTES,
  required = false,
  files,
  error,
  onFiles,
  onBusy,
}: FilesFieldProps) {
  const [sending, setSending] = useState('');
  const [wrong, setWrong] = useState('');
  // what stands there when a file arrives: others may have been removed meanwhile
  const now = useRef(files);
  now.current = files;
  // what arrives after the field is gone would be written over what was typed since
  const uploads = useRef<AbortController>(null);
  useEffect(() => () => uploads.current?.abort(new DOMException('closed', 'AbortError')), []);
  const most_text = `最大 ${max_bytes / 1024 ** 2} MB`;
  const add = async (chosen: readonly File[]) => {
    const room = Math.max(0, most - beside - files.length);
    setWrong(chosen.length > room ? `附件最多 ${most} 个` : '');
    onBusy(true);
    const current = new AbortController();
    uploads.current = current;
    const { signal } = current;
    for (const file of chosen.slice(0, room)) {
      if (file.size > max_bytes) {
        setWrong(`${file.name}：每个${most_text}`);
        continue;
      }
      const onProgress = ({ loaded_bytes = 0, total_bytes = 1 }) =>
        setSending(`正在上传 ${file.name} ${Math.floor((100 * loaded_bytes) / Math.max(1, total_bytes))}%`);
      try {
        const { id } = await uploadFile(file, { purpose: 'attachment', signal, onProgress });
        if (signal.aborted) return;
        onFiles([...now.current, { id, name: file.name }]);
      } catch (error) {
        if (signal.aborted) return;
        setWrong(`${file.name}：${stopOf(error).message}`);
      }
    }
    setSending('');
    onBusy(false);
  };
  return (
    <FieldShell
      label={label}
      hint={`${required ? '必传' : '可以不传'}。${ATTACHMENT_TEXT}，每个${most_text}，最多 ${most} 个`}
      required={required}
      error={error || wrong || null}
    >
      {(control) => (
        <div className="grid gap-1">
          {sending ? (
            <p role="status" className="num text-xs text-muted">
              {sending}
            </p>
          ) : (
            <FilePicker {...control} multiple accept={ATTACHMENT_ACCEPT} onFiles={(chosen) => void add(chosen)} />
          )}
          {files.map(({ id, name }) => (
            <p key={id} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <Button size="sm" look="ghost" aria-label={`移除 ${name}`} onClick={() => onFiles(files.filter((one) => one.id !== id))}>
                <X size={16} aria-hidden="true" />
              </Button>
            </p>
          ))}
        </div>
      )}
    </FieldShell>
  );
}
