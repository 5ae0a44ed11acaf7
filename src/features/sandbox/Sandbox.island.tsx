import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { backPath, payAppFrom } from '#contract/pay-app.ts';
import type { SandboxApp } from '#contract/sandbox.ts';
import { copy } from '#kit/copy.ts';
import { CallApp } from './CallApp.tsx';
import { MailApp, SmsApp } from './InboxApps.tsx';
import { PayApp } from './PayApp.tsx';
import { Phone } from './Phone.tsx';
import { createSandbox } from './sandbox.store.ts';
import { WechatApp } from './WechatApp.tsx';

const REFRESH_MS = 3_000;

/** The phone on /sandbox. Hydrates at once: messages and bills arrive by themselves. Presses made before that are replayed. */
export default function Sandbox({ apps }: { apps: SandboxApp[] }) {
  const [{ $state, actions }] = useState(createSandbox);
  const { app, mobile, messages, bills, bill, paying, calls, call, mails } = useStore($state);
  // back to the shop's tab where this one was opened for the payment alone; a browser closes a tab that has been nowhere else
  const done = () => {
    const back = backPath(new URLSearchParams(location.search));
    if (back) return location.assign(back);
    if (new URLSearchParams(location.search).has('pay') && history.length === 1) window.close();
    actions.chooseBill(null);
  };

  useEffect(() => {
    const scanned = new URLSearchParams(location.search).get('pay');
    if (scanned && apps.includes('pay')) void actions.scan(scanned);
    if (new URLSearchParams(location.search).has('wechat') && apps.includes('wechat')) actions.openApp('wechat');
    if (new URLSearchParams(location.search).has('call') && apps.includes('call')) actions.openApp('call');
  }, [apps, actions]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void actions.refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [actions]);

  return (
    <Phone apps={apps} open={app} onOpen={actions.openApp}>
      {app === 'sms' && (
        <SmsApp
          mobile={mobile}
          messages={messages}
          onMobile={actions.setMobile}
          onCopy={(code) => void copy(code, '验证码已复制', `请手动输入 ${code}`)}
        />
      )}
      {app === 'mail' && <MailApp mails={mails} />}
      {app === 'call' && <CallApp calls={calls} call={call} onDial={(one) => void actions.dial(one)} onHangUp={actions.hangUp} />}
      {app === 'wechat' && <WechatApp scanned={new URLSearchParams(location.search).get('wechat') ?? ''} />}
      {app === 'pay' && (
        <PayApp
          by={payAppFrom(new URLSearchParams(location.search))}
          back={backPath(new URLSearchParams(location.search))}
          bills={bills}
          bill={bill}
          paying={paying}
          onScan={(text) => void actions.scan(text)}
          onChoose={actions.chooseBill}
          onDone={done}
          onPay={(channel, result) => void actions.pay(channel, result)}
          onClaim={actions.claim}
        />
      )}
    </Phone>
  );
}
