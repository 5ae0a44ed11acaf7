import { Clock, Phone } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { isOwnPicture } from '#contract/promotion.ts';
import type { CustomerService } from '#contract/site.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

export interface ServiceDialogProps {
  /** Null while it is asked for. */
  service: (CustomerService & { qrcode: string }) | null;
  error: string;
  onRetry(): void;
  onClose(): void;
}

/** Who helps with orders, invoices and complaints, and when. */
export function ServiceDialog({ service, error, onRetry, onClose }: ServiceDialogProps) {
  return (
    <Dialog open title="联系客服" onClose={onClose} width={400}>
      {error ? (
        <ErrorState message={error} onRetry={onRetry} />
      ) : service ? (
        <ServiceWays service={service} />
      ) : (
        <Skeleton rows={2} label="正在加载" />
      )}
    </Dialog>
  );
}

/** Phone, code and hours. */
export function ServiceWays({ service: { phone, hours, qrcode } }: { service: NonNullable<ServiceDialogProps['service']> }) {
  return (
    <div className="grid justify-items-center gap-4 text-center">
      {qrcode ? (
        <figure className="grid justify-items-center gap-2">
          <div className="size-44 rounded-box border border-line p-1">
            {isOwnPicture(qrcode) ? <img src={qrcode} alt="客服二维码" className="fit" /> : <QrCode text={qrcode} label="客服二维码" />}
          </div>
          <figcaption className="text-muted">用微信扫一扫，添加客服</figcaption>
        </figure>
      ) : null}
      <dl className="grid w-full gap-2 rounded-box bg-ground p-4 text-left">
        {phone ? (
          <div className="flex items-center gap-2">
            <dt className="flex items-center gap-2 text-muted">
              <Phone size={16} aria-hidden="true" />
              电话
            </dt>
            <dd>
              <a className="num font-semibold text-primary underline-offset-2 hover:underline" href={`tel:${phone}`}>
                {phone}
              </a>
            </dd>
          </div>
        ) : null}
        <div className="flex items-start gap-2">
          <dt className="flex shrink-0 items-center gap-2 text-muted">
            <Clock size={16} aria-hidden="true" />
            时间
          </dt>
          <dd>{hours}</dd>
        </div>
      </dl>
      <p className="text-xs text-muted">
        咨询订单请带上订单号；遇到报错请带上“请求编号”。
        <a className="underline underline-offset-2" href={paths.help(14)}>
          常见问题
        </a>
      </p>
    </div>
  );
}
