import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { SHARED_PARAM } from '#contract/figures.ts';
import { paths } from '#contract/paths.ts';
import { copy } from '#kit/copy.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { readPageState } from './page-state.ts';
import { ShareDialog } from './ShareDialog.tsx';

/** Opens the share dialog of the page's item; resolves when it is closed. */
export function openShare(): Promise<void> {
  return openDialog<void>((close) => <Share close={() => close()} />);
}

function Share({ close }: { close: () => void }) {
  const { kind, id, title } = readPageState();
  const path = `${paths.detail(kind, id)}&${SHARED_PARAM}`;
  const [code, setCode] = useState('');
  const [url, setUrl] = useState(() => new URL(path, location.href).href);
  const [error, setError] = useState('');
  const [copied, setCopied] = useState(false);

  const draw = useCallback(async () => {
    setError('');
    try {
      const drawn = await gateway('POST /api/tools/share', { rid: id, type: kind.types.share ?? 0, url: path }, { silent: true });
      setCode(drawn.code);
      setUrl(drawn.url);
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.msg : '二维码加载失败');
    }
  }, [id, kind, path]);
  useEffect(() => void draw(), [draw]);

  const save = async () => {
    try {
      const { drawPoster, posterLine } = await import('./draw-poster.ts');
      const state = readPageState();
      const poster = await drawPoster({ title, line: posterLine(state), cover: state.slides[0]?.src ?? '', code });
      const link = Object.assign(document.createElement('a'), { href: poster, download: `${title}.png` });
      link.click();
      toastSuccess('海报已保存');
    } catch {
      toastError('海报没有画出来，请稍后再试');
    }
  };
  return (
    <ShareDialog
      heading={`分享${kind.noun}`}
      title={title}
      code={code}
      url={url}
      error={error}
      copied={copied}
      onCopy={() => void copy(url, null, '请手动复制链接').then(setCopied)}
      onPoster={() => void save()}
      onRetry={() => void draw()}
      onClose={close}
    />
  );
}
