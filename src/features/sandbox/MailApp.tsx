import { Mail } from 'lucide-react';
import type { SandboxMail } from '#contract/sandbox.ts';
import { FormError } from '#ui/FormError.tsx';
import type { Loaded } from './sandbox.store.ts';

const clockText = (seconds: number) => new Date((seconds + 8 * 3600) * 1000).toISOString().slice(5, 16).replace('T', ' ');

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
              <time className="shrink-0">{clockText(mail.create_time)}</time>
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
