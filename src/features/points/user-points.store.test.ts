import { expect, it, vi } from 'vitest';

const given: unknown[] = [];
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /admin/points': () => new Promise(() => undefined),
    'POST /admin/points/give': (input) => {
      given.push(input);
      return { points: 90 };
    },
  });
});
vi.mock('#client/toast.ts', () => ({ toastSuccess: () => undefined }));
const { createUserPoints } = await import('./user-points.store.ts');

it('gives to the user who is shown while the address names the next one', async () => {
  vi.stubGlobal('location', { pathname: '/admin/points', search: '?id=1' });
  vi.stubGlobal('history', {
    pushState: (_state: unknown, _title: string, url: string) => Object.assign(location, { search: url.slice(13) }),
  });
  const { actions } = createUserPoints();
  void actions.go(2);
  expect(location.search).toBe('?id=2');
  void actions.give(1, '100', '补发', 'key-1');
  await vi.waitFor(() => expect(given).toMatchObject([{ user_id: 1, points: '100' }]));
});
