import { Copy } from 'lucide-react';
import type { ClientLink } from '#contract/client-link.ts';
import { copy } from '#kit/copy.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { QrCode } from '#ui/QrCode.tsx';

/** Chosen as a whole, and read from its start. */
export function showFromStart(field: HTMLInputElement): void {
  field.setSelectionRange(0, field.value.length, 'backward');
  field.scrollLeft = 0;
}

/** The address of a link: copied for a message, or scanned from the screen. */
export function LinkMade({ link, close }: { link: ClientLink; close(): void }) {
  return (
    <Dialog open title="发给客户" width={400} onClose={close}>
      <div className="grid justify-items-center gap-3 text-center">
        <p className="font-semibold break-words">{link.title}</p>
        <div className="size-44">
          <QrCode text={link.url} label="客户链接的二维码" />
        </div>
        <p className="text-muted">
          复制链接发到微信，或让客户扫码；不用登录。{link.has_password === 1 && '密码请另外告诉对方，这里不再显示。'}
        </p>
        <div className="flex w-full gap-2">
          <input className="input w-full" readOnly value={link.url} aria-label="客户链接" onFocus={({ target }) => showFromStart(target)} />
          <Button look="primary" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy(link.url, '链接已复制')}>
            复制
          </Button>
        </div>
        <a className="quiet-link text-muted" href="/personalCenter/myClientLinks">
          管理客户链接，查看谁看过
        </a>
      </div>
    </Dialog>
  );
}
