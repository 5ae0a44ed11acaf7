import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import { uploadFault, uploadFile } from '#kit/upload/upload-file.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { FeedbackDialog, type FeedbackErrors, type FeedbackForm } from './FeedbackDialog.tsx';

/** The specification's number of the website. */
const WEB = 2;

/** Opens the form for what somebody has to say about the site; resolves when it is closed. */
export function openFeedback(): Promise<void> {
  return openDialog<void>((close) => <Feedback close={() => close()} />);
}

function Feedback({ close }: { close: () => void }) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FeedbackErrors>({});
  const send = async ({ picture, ...form }: FeedbackForm) => {
    setBusy(true);
    setErrors({});
    try {
      const image = picture ? (await uploadPicture(picture)).id : 0;
      // shown by the form itself, so silent
      await gateway(
        'POST /api/tools/feedback',
        { ...form, platform: WEB, url: location.pathname + location.search, image },
        { silent: true },
      );
      toastSuccess('反馈成功');
      close();
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 2) return close();
      const { message, fields } = uploadFault(failure, '再点一次提交');
      const { mobile, content } = fields;
      setErrors(mobile || content ? { ...(mobile ? { mobile } : {}), ...(content ? { content } : {}) } : { form: message });
      setBusy(false);
    }
  };
  return <FeedbackDialog busy={busy} errors={errors} onSubmit={(form) => void send(form)} onClose={close} />;
}

const uploadPicture = (file: File) =>
  uploadFile(file, { purpose: 'cover', signal: new AbortController().signal, onProgress: () => undefined });
