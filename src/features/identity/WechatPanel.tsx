import { CircleCheck, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { login } from './identity.store.ts';
import { useWechat } from './use-wechat.ts';

/** WeChat's page of the login box. */
export default function WechatPanel() {
  return (
    <WechatScan
      link={false}
      onLogin={(result) => login.actions.welcome(result, '登录成功')}
      onUnbound={(token, person) => login.actions.bindWechat(token, person)}
    />
  );
}

export interface WechatScanProps extends Pick<Parameters<typeof useWechat>[0], 'onLogin' | 'onUnbound'> {
  link: boolean;
}

/** The QR with what the phone does: waits, scanned, over, given up. */
export function WechatScan({ link, onLogin, onUnbound }: WechatScanProps) {
  const { state, qr, failure, again } = useWechat({ link, onLogin, onUnbound });
  const [opened, setOpened] = useState('');
  const over = state === 'expired' || state === 'cancelled' || failure !== null;
  return (
    <div className="grid justify-items-center gap-3 py-2 text-center">
      <div className="grid size-52 place-items-center rounded-box border border-line p-3">
        {!qr && !failure && <span className="skeleton size-full" aria-hidden="true" />}
        {over && (
          <Button icon={<RefreshCw size={18} aria-hidden="true" />} onClick={again}>
            重新获取
          </Button>
        )}
        {!over && qr && state === 'scanned' && <CircleCheck size={64} className="text-success" aria-hidden="true" />}
        {!over && qr?.mode === 'scan' && state !== 'scanned' && <QrCode text={qr.url} label="微信登录二维码" />}
        {!over && qr?.mode === 'window' && state !== 'scanned' && (
          <a className="btn btn-primary" href={qr.url} target="_blank" rel="noopener opener" onClick={() => setOpened(qr.url)}>
            {opened === qr.url ? '再次打开' : '打开微信扫码'}
          </a>
        )}
      </div>
      <p role="status" className="min-h-6 text-muted">
        {failure ?? TEXTS[state]}
      </p>
      {qr?.mode === 'scan' && document.documentElement.dataset['sms'] === 'sandbox' && !over && (
        <p className="text-xs text-muted">
          演示环境用
          <a className="text-primary underline underline-offset-2" href={qr.url} target="_blank" rel="noopener">
            模拟手机
          </a>
          扫码。
        </p>
      )}
    </div>
  );
}

const TEXTS = {
  waiting: '请使用微信扫描二维码',
  scanned: '已扫码，请在手机上确认',
  expired: '二维码已失效',
  cancelled: '您已在手机上取消登录',
  unbound: '请绑定手机号',
} as const;
