import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { DraftVersionBody } from '#contract/article.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { timeText } from '#ui/time-text.ts';
import { createVersions } from './versions.store.ts';

export interface VersionsDialogProps {
  id: number;
  /** With the version that is to come back; null: none. */
  onClose(version: DraftVersionBody | null): void;
}

/** What the draft was before; one of them can take the place of what is typed, which becomes a version itself. */
export function VersionsDialog({ id, onClose }: VersionsDialogProps) {
  const [{ $state, actions }] = useState(() => createVersions({ id }));
  const { list, failed, busy } = useStore($state);
  useEffect(() => void actions.load(), [actions]);
  const restore = async (version_id: number) => {
    const version = await actions.read(version_id);
    if (version) onClose(version);
  };
  return (
    <Dialog open title="历史版本" onClose={() => onClose(null)}>
      <p className="mb-3 text-muted">写作时每隔几分钟自动留下一个版本，最多保留 30 个。恢复后，当前内容也会留作一个版本。</p>
      {failed ? <FormError className="text-error">历史版本没有加载出来，请稍后再试</FormError> : null}
      {list === null && !failed ? (
        <p role="status" className="text-muted">
          正在读取…
        </p>
      ) : null}
      {list?.length === 0 ? <p className="text-muted">还没有历史版本</p> : null}
      <ul className="grid max-h-96 gap-1 overflow-y-auto">
        {list?.map((version, i) => (
          <li key={version.id} className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{version.title || '未命名文章'}</span>
              <span className="num text-xs text-muted">
                {timeText(version.saved_at)} · {version.words} 字{i === 0 ? ' · 最近保存' : ''}
              </span>
            </span>
            <button type="button" className="btn btn-sm" disabled={busy !== 0} onClick={() => void restore(version.id)}>
              {busy === version.id ? '正在读取…' : '恢复'}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
