import { Copy, Mail, MessageSquareText } from 'lucide-react';
import type { SandboxSms } from '#contract/identity.ts';
import type { SandboxMail } from '#contract/sandbox.ts';
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

const dateText = (seconds: number) => new Date((seconds + 8 * 3600) * 1000).toISOString().slice(5, 16).replace('T', ' ');

/** Addresses of this site in a text, as links. */
const parts = (text: string) => text.split(/(https?:\/\/\S+)/g);

/** The mailbox of the simulated phone: everything that the site mailed to anybody, newest first. */
export function MailApp({ mails }: { mails: Loaded<SandboxMail[]> }) {
  return (
    <div className="grid gap-3 p-4">
      {mails.failure && <FormError className="text-xs text-error" failure={mails.failure} />}
      {mails.value === null && !mails.failure && <p className="py-8 text-center text-muted">正在收取…</p>}
      {mails.value?.length === 0 && (
        <div className="grid justify-items-center gap-2 py-12 text-center text-muted">
          <Mail size={32} aria-hidden="true" />
          <p>还没有邮件</p>
          <p className="text-xs">在“我的消息”里设置邮箱后，验证码和通知会出现在这里。</p>
        </div>
      )}
      <ul className="grid gap-3" aria-live="polite">
        {mails.value?.map((mail) => (
          <li key={mail.id} className="min-w-0 rounded-2xl bg-base-100 p-4">
            <p className="num mb-1 flex justify-between gap-2 text-xs text-muted">
              <span className="truncate">{mail.to}</span>
              <time className="shrink-0">{dateText(mail.create_time)}</time>
            </p>
            <p className="font-semibold">{mail.subject}</p>
            <p className="mt-1 text-xs break-words whitespace-pre-line text-muted">
              {parts(mail.text).map((part, at) =>
                at % 2 === 1 ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change
                  <a key={at} href={part} className="text-primary underline">
                    {part}
                  </a>
                ) : (
                  part
                ),
              )}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
