import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { SignInMonth } from '#contract/outputs/points.ts';
import { createSignIn } from './sign-in.store.ts';

const api = vi.hoisted(() => ({ fetchMonth: vi.fn(), postSignIn: vi.fn(), postMakeUp: vi.fn() }));
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /api/signin': ({ mon }) => api.fetchMonth(mon),
    'POST /api/signin': () => api.postSignIn(),
    'POST /api/signin/makeup': ({ day }) => api.postMakeUp(day),
  });
});
vi.mock('#client/refresh-user.ts', () => ({ refreshUser: vi.fn(() => Promise.resolve()) }));

const month = (change: Partial<SignInMonth> = {}): SignInMonth => ({
  ...{ continuity: 2, count: 3, list: [], today: '2026-03-31', issign: 0, integral: 4, rewards: [2, 4], cards: 0, makeup_from: '' },
  ...change,
});

beforeEach(() => {
  api.fetchMonth.mockImplementation(() => Promise.resolve(month()));
});
afterEach(() => vi.resetAllMocks());

describe('the calendar', () => {
  it('begins at today, and asks for months without a zero', async () => {
    const { $state, actions } = createSignIn();
    await actions.open();
    expect($state.get()).toMatchObject({ mon: '2026-3', day: '2026-03-31', loading: false });
    await actions.turn(-2);
    expect(api.fetchMonth).toHaveBeenLastCalledWith('2026-1');
    expect($state.get()).toMatchObject({ mon: '2026-1', day: '2026-01-01' });
  });

  it('walks by keys into the month before, and never beyond this one', async () => {
    const { $state, actions } = createSignIn();
    await actions.open();
    await actions.move(1);
    await actions.turn(1);
    expect($state.get()).toMatchObject({ mon: '2026-3', day: '2026-03-31' });
    for (let week = 0; week < 5; week++) await actions.move(-7);
    expect($state.get()).toMatchObject({ mon: '2026-2', day: '2026-02-24' });
    await actions.turn(1);
    expect($state.get()).toMatchObject({ mon: '2026-3', day: '2026-03-31' });
  });

  it('on the first of a month steps back into days that nothing is known of yet', async () => {
    api.fetchMonth.mockResolvedValue(month({ today: '2026-12-01' }));
    const { $state, actions } = createSignIn();
    await actions.open();
    const step = actions.move(-1);
    expect($state.get()).toMatchObject({ mon: '2026-11', read: '2026-12', day: '2026-11-30' });
    await step;
    expect($state.get()).toMatchObject({ mon: '2026-11', read: '2026-11', loading: false });
  });

  it('reloads the page when the session is over (code 2)', async () => {
    const reload = vi.fn();
    api.fetchMonth.mockRejectedValue(new ApiError({ code: 2, msg: '登录已失效，请重新登录', status: 401 }));
    await createSignIn(reload).actions.open();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('says why a sign-in failed and shows what the server knows, as after another tab', async () => {
    const { $state, actions } = createSignIn();
    await actions.open();
    api.postSignIn.mockRejectedValue(new ApiError({ code: 1, msg: '今日已签到', status: 409, request_id: 'r3' }));
    api.fetchMonth.mockResolvedValue(month({ issign: 1 }));
    await actions.signIn();
    expect($state.get()).toMatchObject({ refusal: { message: '今日已签到', request_id: 'r3' }, busy: false, month: { issign: 1 } });
  });
});
