import { expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';

const said: string[] = [];
vi.mock('#client/toast.ts', () => ({ toastError: (text: string) => said.push(text), toastNote: () => undefined }));
vi.mock('#client/session.ts', async (original) => ({
  ...(await original<typeof import('#client/session.ts')>()),
  $session: { get: () => ({ user: { id: 1 } }) },
}));
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  const none = () => {
    throw new ApiError({ code: 1, msg: '', status: 404 });
  };
  return fakedGateway({
    'GET /api/user/auth': () => ({ status: 1 }),
    'GET /demand/demand': ({ id }) => (id === 7 ? { form: { title: '年会执行', event_date: '2026-01-01', files: [3] } } : none()),
    'GET /assistant/index/answer': none,
  });
});
const { createDemandForm } = await import('./demand-form.store.ts');

async function begun(search: string) {
  vi.stubGlobal('location', { search });
  const form = createDemandForm({ today: '2026-11-29', typeOf: () => undefined });
  await form.actions.open();
  return form.$state.get();
}

it('a demand once more says that its day and files are typed again, and one that cannot be read says so', async () => {
  expect(await begun('?again=7')).toMatchObject({ again: true, form: { title: '年会执行', event_date: '', files: [] } });
  expect(said).toEqual([]);
  expect(await begun('?again=8&answer=9')).toMatchObject({ again: false, load: 'ready', form: { title: '' } });
  expect(said).toEqual(['没有读到助手的回答，请直接填写', '没有读到原来的需求，请直接填写']);
  expect(await begun('')).toMatchObject({ again: false });
  expect(said).toHaveLength(2);
});
