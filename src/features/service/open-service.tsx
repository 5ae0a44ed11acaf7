import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import type { CustomerService } from '#contract/site.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { ServiceDialog, type ServiceDialogProps } from './ServiceDialog.tsx';

/** Phone, QR and hours of customer service; resolves when closed. */
export function openService(): Promise<void> {
  return openDialog<void>((close) => <Service close={() => close()} />);
}

function Service({ close }: { close: () => void }) {
  const [service, setService] = useState<ServiceDialogProps['service']>(null);
  const [error, setError] = useState('');
  const load = () => {
    setError('');
    fetchService().then(setService, (failure: unknown) => setError(failure instanceof ApiError ? failure.msg : '加载失败，请稍后再试'));
  };
  useEffect(load, []);
  return <ServiceDialog service={service} error={error} onRetry={load} onClose={close} />;
}

const setting = async <T,>(key: string): Promise<T> =>
  (await gateway('GET /api/system/getsitebykey', { key }, { silent: true })).content as T;

/** How people reach customer service, as the operator set it. */
async function fetchService(): Promise<CustomerService & { qrcode: string }> {
  const [service, qrcode] = await Promise.all([setting<CustomerService>('customer_service'), setting<string>('customer_qrcode')]);
  return { ...service, qrcode };
}
