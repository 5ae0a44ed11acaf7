import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { AD_TEXTS, type AdRequest } from '#contract/ad.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { QrCode } from '#ui/QrCode.tsx';

import { createAdWatching } from './ad.store.ts';

/** Shows the code of an advertisement that opens an item; true: it was watched, and the item is open. Without a code there is no dialog. */
export async function openAd(item_id: number): Promise<boolean> {
  let request: AdRequest;
  try {
    request = await gateway('GET /ad/AdProfit/generateQrCode', { vid: item_id, type: 0 }, SILENT);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== 2) toastError(error.msg);
    return false;
  }
  return openDialog((close) => <AdDialog request={request} onClose={close} />);
}

function AdDialog({ request, onClose }: { request: AdRequest; onClose: (watched: boolean) => void }) {
  const [{ $state, actions }] = useState(() =>
    createAdWatching(request, () => {
      toastSuccess(AD_TEXTS.done);
      onClose(true);
    }),
  );
  const { status, busy, failure, asking } = useStore($state);
  useEffect(() => {
    actions.start();
    return actions.dispose;
  }, [actions]);
  return (
    <Dialog open title="看广告解锁" modal_only width={400} onClose={asking ? actions.stay : actions.leave}>
      {asking ? (
        <div className="grid gap-5 py-4 text-center">
          <p className="text-base">{AD_TEXTS.ask_close}</p>
          <div className="grid grid-cols-2 gap-3">
            <Button onClick={() => onClose(false)}>确定关闭</Button>
            <Button look="primary" onClick={actions.stay}>
              继续观看
            </Button>
          </div>
        </div>
      ) : (
        <div className="grid justify-items-center gap-3 text-center">
          <div className="size-44 rounded-box border border-line p-1">
            <QrCode text={request.qrcode} label="广告二维码" />
          </div>
          <p>用手机扫码，看完整段广告即可解锁到今天结束</p>
          <p className="text-xs text-muted" aria-live="polite">
            {status === 2 ? '手机正在播放…' : '等待手机扫码'}
          </p>
          <a className="link link-hover text-xs text-primary" href={request.qrcode} target="_blank" rel="noopener">
            没有手机？在新窗口观看
          </a>
          <FormError failure={failure} />
          <Button look="primary" size="lg" wide busy={busy} onClick={() => void actions.finish()}>
            已看完
          </Button>
        </div>
      )}
    </Dialog>
  );
}
