import { toastError } from '#client/toast.ts';
import { WechatScan } from '../identity/WechatPanel.tsx';

/** The QR that binds a WeChat to the account that is signed in. */
export default function LinkWechat({ onLinked }: { onLinked: () => void }) {
  return <WechatScan link onLogin={onLinked} onUnbound={() => toastError('二维码已失效，请重新获取')} />;
}
