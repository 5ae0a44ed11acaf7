import { CircleCheck, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { stateOf, useWechatPhone } from './use-wechat-phone.ts';

/** WeChat on the simulated phone: scans a login's QR, and its owner agrees as somebody or gives up. */
export function WechatApp({ scanned }: { scanned: string }) {
  const [text, setText] = useState('');
  const { step, people, person, error, setPerson, scan, answer } = useWechatPhone(scanned);
  if (step === 'done' || step === 'cancelled') {
    return (
      <div role="status" className="grid justify-items-center gap-3 p-4 pt-16 text-center">
        <CircleCheck size={56} className={step === 'done' ? 'text-success' : 'text-muted'} aria-hidden="true" />
        <p className="text-lg">{step === 'done' ? '已确认，请回到电脑' : '已取消登录'}</p>
      </div>
    );
  }
  return (
    <div className="grid gap-4 p-4">
      {step === 'scan' ? (
        <form
          className="grid gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            scan(text);
          }}
        >
          <label className="grid gap-1 text-xs text-muted">
            扫一扫：粘贴登录二维码里的地址
            <input className="input w-full" value={text} onChange={(event) => setText(event.target.value)} />
          </label>
          <Button type="submit" look="primary" disabled={stateOf(text) === ''}>
            扫码
          </Button>
        </form>
      ) : (
        <>
          <div className="grid justify-items-center gap-2 pt-8 text-center">
            <MessageCircle size={48} className="text-success" aria-hidden="true" />
            <p className="text-lg font-semibold">登录策猫网页版</p>
            <p className="text-xs text-muted">请确认是您本人正在登录</p>
          </div>
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-xs text-muted">以谁的微信登录</legend>
            {people.map(({ key, nickname }) => (
              <label key={key} className="flex items-center gap-3 rounded-2xl bg-base-100 p-3">
                <input
                  type="radio"
                  name="person"
                  className="radio radio-primary radio-sm"
                  checked={person === key}
                  onChange={() => setPerson(key)}
                />
                {nickname}
              </label>
            ))}
          </fieldset>
          <Button look="primary" disabled={person === ''} onClick={() => void answer('confirm')}>
            同意登录
          </Button>
          <Button onClick={() => void answer('cancel')}>取消</Button>
        </>
      )}
      <FormError>{error}</FormError>
    </div>
  );
}
