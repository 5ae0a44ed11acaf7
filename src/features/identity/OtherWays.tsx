import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { endOtherWays } from './proof-acts.ts';

export interface OtherWaysProps {
  ways: readonly string[];
  /** True: they were ended. */
  onEnd: (ended: boolean) => void;
}

/** What still opens the account beside phone and password. */
export function OtherWays({ ways, onEnd }: OtherWaysProps) {
  const [busy, setBusy] = useState(false);
  const endAll = async () => {
    setBusy(true);
    try {
      await endOtherWays();
      onEnd(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
    }
  };
  return (
    <Dialog open title="这些方式仍可进入您的账号" width={480} modal_only onClose={() => onEnd(false)}>
      <p>密码换了，其他设备也已退出，但下面的方式不受密码影响：</p>
      <ul className="my-3 grid list-disc gap-1 pl-5">
        {ways.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
      <p className="text-muted">如果您重置密码是因为担心账号被别人使用，请全部结束，之后可以重新添加。</p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={() => onEnd(false)}>都是我的，保留</Button>
        <Button look="primary" busy={busy} onClick={() => void endAll()}>
          全部结束
        </Button>
      </div>
    </Dialog>
  );
}
