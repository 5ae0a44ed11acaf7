import { beforeEach, expect, it, vi } from 'vitest';
import { openPurchase } from './purchase.ts';

const purchase = { spent_balance: false };
const refreshUser = vi.hoisted(() => vi.fn());
vi.mock('#client/session.ts', () => ({ requireSession: async () => ({ token: 'a' }) }));
vi.mock('#client/refresh-user.ts', () => ({ refreshUser }));
vi.mock('./open-purchase.tsx', () => ({
  showPurchase: async (_id: number, _session: unknown, onBought: (how: { spent_balance: boolean }) => void) => {
    onBought(purchase);
    return { result: 'paid', take: null, open: null };
  },
  watchAfterwards: () => undefined,
}));

beforeEach(() => refreshUser.mockClear());

it('F-32 brings the kept balance up to date at once after a purchase that spent of it', async () => {
  purchase.spent_balance = true;
  const onBought = vi.fn();
  expect(await openPurchase(7, onBought)).toBe('paid');
  await vi.waitFor(() => expect(refreshUser).toHaveBeenCalledOnce());
  expect(onBought).toHaveBeenCalledOnce();
});

it('asks for nothing when the balance was not touched', async () => {
  purchase.spent_balance = false;
  await openPurchase(7, () => undefined);
  await vi.dynamicImportSettled();
  expect(refreshUser).not.toHaveBeenCalled();
});
