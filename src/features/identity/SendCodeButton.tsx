import { useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { canSendCode, secondsLeft } from './login-forms.ts';

export interface SendCodeButtonProps {
  account: string;
  /** Epoch ms; 0 when no cooldown runs. */
  send_again_at: number;
  busy: boolean;
  onSend: () => void;
}

/** 获取验证码, with the seconds until the next one. */
export function SendCodeButton({ account, send_again_at, busy, onSend }: SendCodeButtonProps) {
  const left_s = useSecondsLeft(send_again_at);
  return (
    <Button className="min-w-28 shrink-0" busy={busy} disabled={!canSendCode(account, left_s)} onClick={onSend}>
      {left_s > 0 ? <span className="num">{left_s} 秒后重发</span> : '获取验证码'}
    </Button>
  );
}

function useSecondsLeft(until_ms: number): number {
  const [left_s, setLeft] = useState(0);
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(until_ms, Date.now()));
    tick();
    if (until_ms <= Date.now()) return;
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [until_ms]);
  return left_s;
}

/** Where the messages of the demo arrive. */
export function SandboxHint() {
  return (
    <>
      演示环境不发送真实短信，请到
      <a className="text-primary underline underline-offset-2" href="/sandbox" target="_blank" rel="noopener">
        模拟手机
      </a>
      查看验证码。
    </>
  );
}
