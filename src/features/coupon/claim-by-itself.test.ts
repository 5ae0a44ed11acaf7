import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { claimByItself } from './claim-by-itself.ts';

afterEach(() => vi.restoreAllMocks());

const coupon = (id: number, auto_get: 0 | 1, is_have2: 0 | 1) => ({ id, auto_get, is_have2 });

it('claims what is given without a press and not had yet', async () => {
  vi.spyOn(gateway, 'get').mockResolvedValue({ list: [coupon(1, 1, 0), coupon(2, 1, 1), coupon(3, 0, 0), coupon(4, 1, 0)] });
  const claimed = vi.spyOn(gateway, 'post').mockResolvedValue({});
  await claimByItself(3);
  expect(gateway.get).toHaveBeenCalledWith('/api/coupon/index', { use: 'membership', type: 3, limit: 10 }, expect.anything());
  expect(claimed.mock.calls.map(([, body]) => body)).toEqual([{ id: 1 }, { id: 4 }]);
});

it('leaves the purchase alone when a claim is refused or the list does not come', async () => {
  const refused = new ApiError({ code: 1, msg: '已领完', status: 409 });
  vi.spyOn(gateway, 'get').mockResolvedValueOnce({ list: [coupon(1, 1, 0)] });
  vi.spyOn(gateway, 'post').mockRejectedValue(refused);
  await expect(claimByItself(5)).resolves.toBeUndefined();
  vi.spyOn(gateway, 'get').mockRejectedValueOnce(refused);
  await expect(claimByItself(5)).resolves.toBeUndefined();
});
