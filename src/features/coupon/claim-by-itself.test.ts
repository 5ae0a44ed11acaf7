import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { claimByItself } from './claim-by-itself.ts';

const gateway = vi.hoisted(() => vi.fn());
vi.mock('#client/gateway.ts', () => ({ gateway, ASIDE: { silent: true, background: true } }));
afterEach(() => gateway.mockReset());

const coupon = (id: number, auto_get: 0 | 1, is_have2: 0 | 1) => ({ id, auto_get, is_have2 });

it('M-216 claims what is given without a press and not had yet', async () => {
  gateway.mockResolvedValueOnce({ list: [coupon(1, 1, 0), coupon(2, 1, 1), coupon(3, 0, 0), coupon(4, 1, 0)] }).mockResolvedValue({});
  await claimByItself(3);
  const [asked, ...claimed] = gateway.mock.calls;
  expect(asked?.slice(0, 2)).toEqual(['GET /api/coupon/index', { use: 'membership', type: 3, limit: 10 }]);
  expect(claimed.map(([, body]) => body)).toEqual([{ id: 1 }, { id: 4 }]);
});

it('leaves the purchase alone when a claim is refused or the list does not come', async () => {
  const refused = new ApiError({ code: 1, msg: '已领完', status: 409 });
  gateway.mockResolvedValueOnce({ list: [coupon(1, 1, 0)] }).mockRejectedValue(refused);
  await expect(claimByItself(5)).resolves.toBeUndefined();
  await expect(claimByItself(5)).resolves.toBeUndefined();
});
