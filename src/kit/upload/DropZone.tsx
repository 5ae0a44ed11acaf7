import { CloudUpload } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatsText } from '#contract/publish.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { DropWords } from './DropWords.tsx';

export interface DropZoneProps {
  /** What is taken, by the file's ending. */
  formats: readonly string[];
  invalid: boolean;
  /** A small button for exchanging a file. */
  compact?: boolean;
  /** How large it may be, for people. */
  limit?: string;
  /** Of the small button. */
  exchange?: string;
  onFile(file: File): void;
}

/** Takes a document by click, by key or by dropping it. */
export function DropZone(props: DropZoneProps) {
  const { formats, invalid, compact = false, limit = '最大 300 MB、500 页', exchange = '换一个文件', onFile } = props;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const accept = formats.map((format) => `.${format}`).join(',');
  const picker = (
    <input
      ref={input}
      type="file"
      accept={accept}
      className="hidden"
      tabIndex={-1}
      aria-hidden="true"
      data-testid="document"
      onChange={(event) => {
        const file = event.target.files?.[0];
        if (file) onFile(file);
        event.target.value = '';
      }}
    />
  );
  if (compact) {
    return (
      <>
        <Button size="sm" onClick={() => input.current?.click()}>
          {exchange}
        </Button>
        {picker}
      </>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-invalid={invalid}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const file = event.dataTransfer.files[0];
          if (file) onFile(file);
        }}
        className={classNames(
          'grid w-full justify-items-center gap-1 rounded-box border-2 border-dashed px-4 py-10 text-center transition',
          over ? 'border-primary bg-tint' : invalid ? 'border-error bg-base-100' : 'border-line bg-ground hover:border-muted',
        )}
      >
        <CloudUpload size={36} className="text-primary" aria-hidden="true" />
        <span className="mt-2 text-base font-semibold">
          <DropWords what="文件" />
        </span>
        <span className="text-muted">
          {formatsText({ formats })}，{limit}，断网后可以继续上传
        </span>
      </button>
      {picker}
    </>
  );
}
