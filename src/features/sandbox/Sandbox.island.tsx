import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { toastError, toastSuccess } from '#client/toast.ts';
import type { SandboxApp } from '#contract/sandbox.ts';
import { PayApp } from './PayApp.tsx';
import { Phone } from './Phone.tsx';
import { SmsApp } from './SmsApp.tsx';
import { $app, $bill, $bills, $messages, $mobile, $paying, chooseBill, openApp, pay, refresh, scan, setMobile } from './sandbox.store.ts';

const REFRESH_MS = 3_000;

async function copy(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    toastSuccess('验证码已复制');
  } catch {
    toastError(`浏览器不允许复制，请手动输入 ${code}`);
  }
}

/** Back to the shop's tab where this one was opened for the payment alone; a browser closes a tab that has been nowhere else. */
function done(): void {
  if (new URLSearchParams(location.search).has('pay') && history.length === 1) window.close();
  chooseBill(null);
}

/** The phone on /sandbox. Hydrates at once: messages and bills arrive by themselves. Presses made before that are replayed. */
export default function Sandbox({ apps }: { apps: SandboxApp[] }) {
  const app = useStore($app);
  const mobile = useStore($mobile);
  const messages = useStore($messages);
  const bills = useStore($bills);
  const bill = useStore($bill);
  const paying = useStore($paying);

  useEffect(() => {
    const scanned = new URLSearchParams(location.search).get('pay');
    if (scanned && apps.includes('pay')) void scan(scanned);
  }, [apps]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <Phone apps={apps} open={app} onOpen={openApp}>
      {app === 'sms' && <SmsApp mobile={mobile} messages={messages} onMobile={setMobile} onCopy={(code) => void copy(code)} />}
      {app === 'pay' && (
        <PayApp
          bills={bills}
          bill={bill}
          paying={paying}
          onScan={(text) => void scan(text)}
          onChoose={chooseBill}
          onDone={done}
          onPay={(channel, result) => void pay(channel, result)}
        />
      )}
    </Phone>
  );
}
