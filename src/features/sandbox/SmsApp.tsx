import { Copy, MessageSquareText } from 'lucide-react';
import type { SandboxSms } from '#contract/identity.ts';
import { FormError } from '#ui/FormError.tsx';
import type { Loaded } from './sandbox.store.ts';

export interface SmsAppProps {
  mobile: string;
  messages: Loaded<SandboxSms[]>;
  onMobile: (mobile: string) => void;
  onCopy: (code: string) => void;
}

const clockText = (seconds: number) => new Date((seconds + 8 * 3600) * 1000).toISOString().slice(11, 16);

/** The inbox of the simulated phone: newest first, the code to copy. */
export function SmsApp({ mobile, messages, onMobile, onCopy }: SmsAppProps) {
  return (
    <div className="grid gap-3 p-4">
      <label className="grid gap-1 text-xs text-muted">
        收件号码
        <input
          className="input num w-full"
          inputMode="numeric"
          maxLength={11}
          placeholder="全部号码"
          value={mobile}
          onChange={(event) => onMobile(event.target.value)}
        />
      </label>
      {messages.failure && <FormError className="text-xs text-error" failure={messages.failure} />}
      {messages.value === null && !messages.failure && <p className="py-8 text-center text-muted">正在收取…</p>}
      {messages.value?.length === 0 && (
        <div className="grid justify-items-center gap-2 py-12 text-center text-muted">
          <MessageSquareText size={32} aria-hidden="true" />
          <p>还没有短信</p>
          <p className="text-xs">在网站上点“获取验证码”，短信会出现在这里。</p>
        </div>
      )}
      <ul className="grid gap-3" aria-live="polite">
        {messages.value?.map((sms) => (
          <li key={sms.id} className="rounded-2xl bg-base-100 p-4">
            <p className="num mb-1 flex justify-between text-xs text-muted">
              <span>{sms.mobile}</span>
              <time>{clockText(sms.create_time)}</time>
            </p>
            <p>{sms.text}</p>
            {sms.code && (
              <button type="button" className="btn btn-sm mt-3 w-full" onClick={() => onCopy(sms.code)}>
                <Copy size={14} aria-hidden="true" />
                复制验证码 <b className="num text-base">{sms.code}</b>
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
