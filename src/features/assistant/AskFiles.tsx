import { useStore } from '@nanostores/react';
import { Paperclip, RotateCw, X } from 'lucide-react';
import { useRef } from 'react';
import { FILE_FORMATS, FILE_TEXT, FILES_MOST } from '#contract/assistant.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import type { AskFilesStore, ChosenFile } from './files.store.ts';

/** Chooses files for a question. `may`: whether its asker is signed in by now. */
export function AttachButton({ files, may }: { files: AskFilesStore; may(): Promise<boolean> }) {
  const input = useRef<HTMLInputElement>(null);
  const { list } = useStore(files.$state);
  return (
    <>
      <Button
        aria-label="添加文件"
        title={`添加文件：${FILE_TEXT}，最多 ${FILES_MOST} 个，每个 10 MB`}
        disabled={list.length >= FILES_MOST}
        onClick={() => void may().then((signed_in) => signed_in && input.current?.click())}
      >
        <Paperclip size={18} aria-hidden="true" />
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        className="hidden"
        tabIndex={-1}
        aria-hidden="true"
        accept={FILE_FORMATS.map((format) => `.${format}`).join(',')}
        data-testid="ask-files"
        onChange={(event) => {
          files.actions.add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

/** The files above the field, each with how far it is. */
export function AskFiles({ files }: { files: AskFilesStore }) {
  const { list, refusal } = useStore(files.$state);
  if (list.length === 0 && refusal === null) return null;
  return (
    <ul aria-label="要提问的文件" className="grid gap-1">
      {list.map((file) => (
        <li key={file.key} className="flex items-center gap-2 rounded-box bg-ground px-3 py-1">
          <Paperclip size={14} className="shrink-0 text-muted" aria-hidden="true" />
          <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)]">
            <span className="truncate">{file.name}</span>
            <span role="status" className={file.state === 'failed' ? 'text-xs text-error' : 'num text-xs text-muted'}>
              {stateText(file)}
            </span>
          </span>
          <span className="flex shrink-0">
            {file.state === 'failed' && file.again && (
              <Button look="ghost" size="sm" aria-label={`重试 ${file.name}`} onClick={() => files.actions.again(file.key)}>
                <RotateCw size={14} aria-hidden="true" />
              </Button>
            )}
            <Button look="ghost" size="sm" aria-label={`移除 ${file.name}`} onClick={() => files.actions.drop(file.key)}>
              <X size={14} aria-hidden="true" />
            </Button>
          </span>
        </li>
      ))}
      {refusal && (
        <li>
          <FormError className="text-xs text-error" failure={refusal} />
        </li>
      )}
    </ul>
  );
}

function stateText({ state, percent, message, read }: ChosenFile): string {
  if (state === 'failed') return message;
  if (state === 'sending') return `正在上传 ${percent}%`;
  if (state === 'reading') return '正在读取文字…';
  return read?.cut === 1 ? '已读取前面的部分，文件太长' : '已读取';
}
