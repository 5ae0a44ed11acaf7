import { Copy, ImageDown } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';

export interface ShareDialogProps {
  heading: string;
  title: string;
  /** PNG data URL; empty while it is drawn. */
  code: string;
  url: string;
  error: string;
  copied: boolean;
  onCopy(): void;
  /** Saves a picture with the cover and the code. */
  onPoster(): void;
  onRetry(): void;
  onClose(): void;
}

/** Chosen as a whole, and read from its start: a choice that ends at the end would scroll there. */
function showFromStart(field: HTMLInputElement): void {
  field.setSelectionRange(0, field.value.length, 'backward');
  field.scrollLeft = 0;
}

/** Share by phone: the QR code of the page, and its address to copy. */
export function ShareDialog({ heading, title, code, url, error, copied, onCopy, onPoster, onRetry, onClose }: ShareDialogProps) {
  return (
    <Dialog open title={heading} onClose={onClose} width={400}>
      <div className="grid justify-items-center gap-3 text-center">
        <p className="line-clamp-2 font-semibold">{title}</p>
        {code ? (
          <img src={code} width={200} height={200} alt="本页的二维码" className="rounded-lg border border-line" />
        ) : (
          <span className="skeleton size-50" aria-hidden="true" />
        )}
        {error ? (
          <FormError className="text-error">
            {error}{' '}
            <button type="button" className="underline underline-offset-2" onClick={onRetry}>
              重试
            </button>
          </FormError>
        ) : (
          <p className="text-muted">用微信扫一扫，在手机上打开或转发给同事</p>
        )}
        <Button wide disabled={code === ''} icon={<ImageDown size={16} aria-hidden="true" />} onClick={onPoster}>
          保存海报，发朋友圈
        </Button>
        <div className="flex w-full gap-2">
          <input className="input" readOnly value={url} aria-label="页面链接" onFocus={(event) => showFromStart(event.target)} />
          <Button icon={<Copy size={16} aria-hidden="true" />} onClick={onCopy}>
            {copied ? '已复制' : '复制'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
