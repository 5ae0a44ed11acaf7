import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { ServiceDialog, type ServiceDialogProps } from './ServiceDialog.tsx';
import { fetchService } from './service.api.ts';

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
