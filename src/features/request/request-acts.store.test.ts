import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';

const calls = vi.hoisted(() => ({
  fetchView: vi.fn(),
  fetchDetail: vi.fn(),
  postAnswer: vi.fn(),
  postSettle: vi.fn(),
  postWithdraw: vi.fn(),
  postReport: vi.fn(),
}));
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /receive/request/view': ({ id }) => calls.fetchView(id),
    'GET /receive/request/detail': ({ id }) => calls.fetchDetail(id),
    'POST /receive/request/answer': ({ id, text, confirmed }) => calls.postAnswer(id, text, confirmed),
    'POST /receive/request/settle': ({ id, planner_id }) => calls.postSettle(id, planner_id),
    'POST /receive/request/withdraw': ({ id }) => calls.postWithdraw(id),
    'POST /receive/request/report': ({ id, reason }) => calls.postReport(id, reason),
  });
});

const { createRequestActs } = await import('./request-acts.store.ts');

const refusal = (status: number, msg: string, data?: unknown) => new ApiError({ code: 1, msg, status, data });
beforeEach(() => {
  vi.resetAllMocks();
  calls.fetchView.mockResolvedValue({ role: 'asker' });
  calls.fetchDetail.mockResolvedValue({ title: '年会主持稿' });
});

it('reads what the page shows to nobody else, and only that', async () => {
  const held = createRequestActs(1, false);
  await held.actions.load();
  expect(held.$state.get()).toMatchObject({ view: { role: 'asker' }, detail: { title: '年会主持稿' } });
  const open = createRequestActs(1, true);
  await open.actions.load();
  expect([open.$state.get().detail, calls.fetchDetail.mock.calls.length]).toEqual([null, 1]);
});

it('tells what is not there from what failed', async () => {
  const acts = createRequestActs(1, true);
  calls.fetchView.mockRejectedValueOnce(refusal(404, '求单不存在'));
  await acts.actions.load();
  expect(acts.$state.get()).toMatchObject({ missing: true, failure: null });
  calls.fetchView.mockRejectedValueOnce(refusal(500, '服务异常'));
  await acts.actions.load();
  expect(acts.$state.get().failure).toMatchObject({ message: '服务异常' });
});

it('answers with the conversation, the warning of contact details, or what is wrong', async () => {
  const acts = createRequestActs(1, true);
  calls.postAnswer.mockRejectedValueOnce(refusal(409, '联系方式', { why: 'contact' }));
  expect(await acts.actions.answer('加我微信', false)).toEqual({ contact: true });
  calls.postAnswer.mockRejectedValueOnce(refusal(409, '接单人数已满'));
  expect(await acts.actions.answer('我来', false)).toEqual({ wrong: '接单人数已满' });
  calls.postAnswer.mockResolvedValueOnce({ conversation_id: 4 });
  expect(await acts.actions.answer('我来', false)).toEqual({ conversation_id: 4 });
});

it('reads anew after an act, and says why one failed', async () => {
  const acts = createRequestActs(1, true);
  expect(await acts.actions.settle(2)).toBeNull();
  expect(calls.fetchView).toHaveBeenCalledTimes(1);
  calls.postSettle.mockRejectedValueOnce(refusal(409, '求单的状态已变化'));
  expect(await acts.actions.settle(2)).toBe('求单的状态已变化');
  expect(await acts.actions.report('虚假')).toBeNull();
  expect(calls.fetchView).toHaveBeenCalledTimes(1);
  expect(await acts.actions.withdraw()).toBeNull();
  expect(calls.fetchView).toHaveBeenCalledTimes(2);
});
