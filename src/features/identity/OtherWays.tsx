import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { STAFF_PAGE } from './other-ways.ts';
import { endOtherWays } from './proof-acts.ts';

export interface OtherWaysProps {
  ways: readonly string[];
  /** Employees, who are looked at one by one. */
  staff: readonly string[];
  /** Absent: after a reset. */
  asked?: true;
  /** True: they were ended. */
  onEnd: (ended: boolean) => void;
}

function List({ of }: { of: readonly string[] }) {
  return (
    <ul className="my-3 grid list-disc gap-1 pl-5">
      {of.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}

/** What still opens the account beside phone and password. */
export function OtherWays({ ways, staff, asked, onEnd }: OtherWaysProps) {
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
    <Dialog open title={asked ? '结束其他登录方式' : '这些方式仍可进入您的账号'} width={480} modal_only onClose={() => onEnd(false)}>
      <p>{asked ? '以下方式会立即失效，手机号和密码不变，之后可以重新添加：' : '密码换了，其他设备也已退出，但下面的方式不受密码影响：'}</p>
      <List of={ways} />
      {staff.length > 0 && (
        <>
          <p>
            以下员工用自己的账号以您企业的名义操作，请到
            <a className="text-primary underline" href={STAFF_PAGE}>
              我的员工
            </a>
            核对，不认识的请移除：
          </p>
          <List of={staff} />
        </>
      )}
      {!asked && ways.length > 0 && <p className="text-muted">如果您重置密码是因为担心账号被别人使用，请全部结束，之后可以重新添加。</p>}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={() => onEnd(false)}>{asked ? '取消' : ways.length > 0 ? '都是我的，保留' : '知道了'}</Button>
        {ways.length > 0 && (
          <Button look="primary" busy={busy} onClick={() => void endAll()}>
            全部结束
          </Button>
        )}
      </div>
    </Dialog>
  );
}
