import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { toastError, toastNote } from '#client/toast.ts';
import type { Cart } from '#contract/cart.ts';

/** Buys what the reader has not of a series, at its price; a visitor signs in first. */
export async function buySeries(button: HTMLElement): Promise<void> {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  try {
    await requireSession('登录后即可购买');
    await pay(Number(button.dataset['bundle']));
  } catch (error) {
    if (error instanceof ApiError) toastError(error.message);
    else if (!(error instanceof LoginDismissed)) throw error;
  } finally {
    button.removeAttribute('aria-busy');
  }
}

async function pay(series: number): Promise<void> {
  const quote = async () => sold(await gateway('GET /user/cart', { series }, SILENT));
  const { list, left_out } = await quote();
  if (list.length === 0) return toastNote('这个系列能买的作品您都已拥有');
  const { showTogether } = await import('../order/TogetherPay.tsx');
  const note = left_out.map(({ title, refusal }) => `“${title}”${refusal}`).join('；');
  await showTogether(left_out.length > 0 ? '补齐套装' : '购买套装', {
    ...(note ? { note: `不计入：${note}` } : {}),
    quote,
    place: ({ list }, { balance, cache, idempotency_key }) =>
      gateway('POST /user/cart/order', { series, ids: list.map(({ id }) => id), balance, cache: cache ?? 0, idempotency_key }, SILENT),
  });
}

const sold = ({ list, ...cart }: Cart) => ({
  ...cart,
  coupons: [],
  list: list.filter(({ refusal }) => refusal === ''),
  left_out: list.filter(({ refusal }) => refusal !== ''),
});
