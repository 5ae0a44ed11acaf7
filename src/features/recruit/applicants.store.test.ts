import { expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { Applicant, ApplicantRow } from '#contract/recruit.ts';
import { createApplicants } from './applicants.store.ts';

const rows = [11, 12, 13].map((id) => ({ id, name: `应聘者${id}`, stage: 'sent' }) as ApplicantRow);
function storeWith(change: Partial<Parameters<typeof createApplicants>[1] & object> = {}) {
  const calls = {
    fetchApplicants: vi.fn(async () => ({ job: { id: 1, title: '策划', status: 'published' }, counts: {} as never, list: rows })),
    fetchApplicant: vi.fn(async (id: number) => ({ id }) as Applicant),
    postStage: vi.fn(async () => ({})),
    postNote: vi.fn(async () => ({})),
    ...change,
  };
  return { calls, ...createApplicants(1, calls as never) };
}

it('steps through the applicants and stays at either end', async () => {
  const { $state, actions } = storeWith();
  await actions.load();
  await actions.step(1);
  expect($state.get().open?.id).toBe(11);
  await actions.step(1);
  await actions.step(1);
  await actions.step(1);
  expect($state.get().open?.id).toBe(13);
  await actions.step(-1);
  expect($state.get().open?.id).toBe(12);
});

it('shows the applicant chosen last, whichever answer comes first', async () => {
  const answers = new Map<number, (value: Applicant) => void>();
  const fetchApplicant = (id: number) => new Promise<Applicant>((resolve) => answers.set(id, resolve));
  const { $state, actions } = storeWith({ fetchApplicant });
  await actions.load();
  const [first, second] = [actions.open(11), actions.open(12)];
  answers.get(12)?.({ id: 12 } as Applicant);
  await second;
  answers.get(11)?.({ id: 11 } as Applicant);
  await first;
  expect($state.get().open?.id).toBe(12);
});

it('says what a refused move was refused for and keeps the applicant open', async () => {
  const postStage = () => Promise.reject(new ApiError({ code: 1, msg: '不能修改', status: 409 }));
  const { $state, actions } = storeWith({ postStage: postStage as never });
  await actions.load();
  await actions.open(11);
  expect(await actions.move({ stage: 'offer' })).toBe('不能修改');
  expect($state.get()).toMatchObject({ open: { id: 11 }, busy: false });
});
