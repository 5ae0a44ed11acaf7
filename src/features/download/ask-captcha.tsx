import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import type { Captcha, DownloadAnswer } from '#contract/download.ts';
import { checkCode } from '#contract/identity.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { CaptchaDialog } from './CaptchaDialog.tsx';
import { fetchCaptcha } from './download.api.ts';

type Submit = (captcha: { key: string; captcha: string }) => Promise<DownloadAnswer>;

/** The captcha loop (spec 4): code 1 keeps the dialog, anything else closes it. Null when the reader closed it. */
export function askCaptcha(submit: Submit): Promise<DownloadAnswer | null> {
  return openDialog((close) => <CaptchaLoop submit={submit} close={close} />);
}

function CaptchaLoop({ submit, close }: { submit: Submit; close: (answer: DownloadAnswer | null) => void }) {
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const refresh = useCallback(async () => {
    setCaptcha(null);
    try {
      setCaptcha(await fetchCaptcha());
    } catch (failure) {
      setError(textOf(failure));
    }
  }, []);
  useEffect(() => void refresh(), [refresh]);

  const send = async () => {
    const wrong = checkCode(value);
    setError(wrong);
    if (wrong || !captcha || busy) return;
    setBusy(true);
    try {
      const answer = await submit({ key: captcha.key, captcha: value });
      // asked again: this one was used up by another tab
      if (answer.status !== 4) return close(answer);
      await refresh();
    } catch (failure) {
      if (failure instanceof ApiError && failure.code !== 1) return close(null);
      setError(textOf(failure));
      setValue('');
      const used_up = failure instanceof ApiError && (failure.data as { refresh?: number } | null)?.refresh === 1;
      if (used_up) await refresh();
    }
    setBusy(false);
  };

  return (
    <CaptchaDialog
      captcha={captcha}
      value={value}
      error={error}
      busy={busy}
      onChange={(text) => {
        setValue(text);
        setError(null);
      }}
      onRefresh={() => void refresh()}
      onSubmit={() => void send()}
      onClose={() => close(null)}
    />
  );
}

function textOf(failure: unknown): string {
  return failure instanceof ApiError ? failure.msg : '验证码加载失败，请换一张';
}
