import { gateway } from '#client/gateway.ts';
import type { CustomerService } from '#contract/site.ts';

const setting = async <T>(key: string): Promise<T> =>
  (await gateway('GET /api/system/getsitebykey', { key }, { silent: true })).content as T;

/** How people reach customer service, as the operator set it. */
export async function fetchService(): Promise<CustomerService & { qrcode: string }> {
  const [service, qrcode] = await Promise.all([setting<CustomerService>('customer_service'), setting<string>('customer_qrcode')]);
  return { ...service, qrcode };
}
