import { expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { Applicant } from '#contract/recruit.ts';
import { createApplicants } from './applicants.store.ts';

const rows = [11, 12, 13].map((id) => ({ id }));
function storeWith(change: Partial<Parameters<typeof createApplicants>[1] & object> = {}) {
  const calls = {
    fetchApplicant: vi.fn(async (id: number) => ({ id }) as Applicant),
    postStage: vi.fn(async () => ({})),
    postNote: vi.fn(async () => ({})),
    ...change,
  };
  const reload = vi.fn(async () => undefined);
  return { calls, reload, ...createApplicants({ rows: () => rows, reload }, calls as never) };
}

it('steps through the applicants and stays at either end', async () => {
  const { $state, actions } = storeWith();
  await actions.step(1);
  expect($state.get().open?.id).toBe(11);
  await actions.step(1);
  await actions.step(1);
  await actions.step(1);
  expect($state.get().open?.id).toBe(13);
  await actions.step(-1);
  expect($state.get().open?.id).toBe(12);
});

it('goes back to who was looked at, also where the list of those who wait lost them', async () => {
  let waiting = [11, 12, 13];
  const fetchApplicant = async (id: number) => {
    waiting = waiting.filter((one) => one !== id);
    return { id } as Applicant;
  };
  const input = { rows: () => waiting.map((id) => ({ id })), reload: async () => undefined };
  const { $state, actions } = createApplicants(input, { fetchApplicant } as never);
  const seen: Array<number | undefined> = [];
  for (const by of [-1, 1, 1, -1, -1, 1, 1, 1] as const) {
    await actions.step(by);
    seen.push($state.get().open?.id);
  }
  expect(seen).toEqual([undefined, 11, 12, 11, 11, 12, 13, 13]);
});

it('shows the applicant chosen last, whichever answer comes first', async () => {
  const answers = new Map<number, (value: Applicant) => void>();
  const fetchApplicant = (id: number) => new Promise<Applicant>((resolve) => answers.set(id, resolve));
  const { $state, actions } = storeWith({ fetchApplicant });
  const [first, second] = [actions.open(11), actions.open(12)];
  answers.get(12)?.({ id: 12 } as Applicant);
  await second;
  answers.get(11)?.({ id: 11 } as Applicant);
  await first;
  expect($state.get().open?.id).toBe(12);
});

it('keeps what is open when another one cannot be read, and lists anew', async () => {
  const gone = () => Promise.reject(new ApiError({ code: 1, msg: '应聘记录不存在或已被撤回', status: 404 }));
  const fetchApplicant = (id: number) => (id === 12 ? gone() : Promise.resolve({ id } as Applicant));
  const { $state, actions, reload } = storeWith({ fetchApplicant });
  await actions.open(11);
  await actions.open(12);
  expect($state.get()).toMatchObject({ open: { id: 11 }, opening: 0 });
  expect(reload).toHaveBeenCalledTimes(2);
});

it('says what a refused move was refused for and keeps the applicant open', async () => {
  const postStage = () => Promise.reject(new ApiError({ code: 1, msg: '不能修改', status: 409 }));
  const { $state, actions } = storeWith({ postStage: postStage as never });
  await actions.open(11);
  expect(await actions.move({ stage: 'offer' })).toBe('不能修改');
  expect($state.get()).toMatchObject({ open: { id: 11 }, busy: false });
});
