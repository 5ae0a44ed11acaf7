import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { $session } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import { infringementPath } from '#contract/infringement.ts';
import { paths } from '#contract/paths.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { readPageState } from './page-state.ts';
import { ReportDialog, type ReportDialogProps, type ReportForm } from './ReportDialog.tsx';

/** Opens the report form of the page's item; resolves when it is closed. */
export function openReport(): Promise<void> {
  return openDialog<void>((close) => <Report close={() => close()} />);
}

function Report({ close }: { close: () => void }) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<ReportDialogProps['errors']>({});
  const send = async (form: ReportForm) => {
    setBusy(true);
    setErrors({});
    try {
      const { kind, id, releaser_uid } = readPageState();
      const about = { type: kind.types.report ?? 0, rid: id, ruid: releaser_uid, url: paths.detail(kind, id) };
      await gateway('POST /api/tools/report', { ...about, ...form }, { silent: true });
      toastSuccess('举报成功');
      close();
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 2) return close();
      const fields = failure instanceof ApiError ? failure.fields : {};
      const known = { mobile: fields['mobile'], content: fields['content'] };
      const text = failure instanceof ApiError ? failure.msg : '提交失败，请稍后再试';
      setErrors(known.mobile || known.content ? clean(known) : { form: text });
      setBusy(false);
    }
  };
  return (
    <ReportDialog
      own_mobile={$session.get()?.user.account ?? ''}
      notice_href={infringementPath('file', paths.detail(readPageState().kind, readPageState().id))}
      busy={busy}
      errors={errors}
      onSubmit={(form) => void send(form)}
      onClose={close}
    />
  );
}

function clean(fields: { mobile: string | undefined; content: string | undefined }): ReportDialogProps['errors'] {
  return { ...(fields.mobile ? { mobile: fields.mobile } : {}), ...(fields.content ? { content: fields.content } : {}) };
}
