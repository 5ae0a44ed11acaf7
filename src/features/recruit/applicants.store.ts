import { map, type ReadableAtom } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import type { Applicant, ApplicationStage } from '#contract/recruit.ts';
import { type Applicants, fetchApplicant, fetchApplicants, postNote, postStage } from './recruit.api.ts';

export type Shown = ApplicationStage | 'all';

export interface ApplicantsState {
  stage: Shown;
  list: Applicants | null;
  open: Applicant | null;
  /** Number of the applicant that is on its way; 0: none. */
  opening: number;
  failure: { message: string; request_id: string } | null;
  busy: boolean;
}

export interface StageChange {
  stage: ApplicationStage;
  answer?: string;
  interview_at?: number;
  place?: string;
}

/** The applicants of one job: which stage is shown, which applicant is open. `fetch`: for tests. */
export function createApplicants(job_id: number, calls = { fetchApplicants, fetchApplicant, postStage, postNote }) {
  const $state = map<ApplicantsState>({ stage: 'all', list: null, open: null, opening: 0, failure: null, busy: false });

  async function quietly<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      $state.setKey('failure', { message: error.msg, request_id: error.request_id });
      return null;
    }
  }

  async function load(stage: Shown = $state.get().stage): Promise<void> {
    $state.set({ ...$state.get(), stage, failure: null });
    const list = await quietly(() => calls.fetchApplicants(job_id, stage));
    if (list && $state.get().stage === stage) $state.setKey('list', list);
  }

  async function open(id: number): Promise<void> {
    $state.setKey('opening', id);
    const found = await quietly(() => calls.fetchApplicant(id));
    // another one was chosen meanwhile
    if ($state.get().opening !== id) return;
    $state.set({ ...$state.get(), open: found ?? $state.get().open, opening: 0 });
    // looking at one may have moved it
    if (found) await load();
  }

  /** The next applicant of the list, or the one before; none: nothing happens. */
  async function step(by: 1 | -1): Promise<void> {
    const { list, open: now } = $state.get();
    const at = list?.list.findIndex(({ id }) => id === now?.id) ?? -1;
    const next = list?.list[at === -1 ? (by === 1 ? 0 : -1) : at + by];
    if (next) await open(next.id);
  }

  async function change(work: (id: number) => Promise<unknown>): Promise<string | null> {
    const id = $state.get().open?.id;
    if (id === undefined) return null;
    $state.setKey('busy', true);
    try {
      await work(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return Object.values(error.fields ?? {})[0] ?? error.msg;
    } finally {
      $state.setKey('busy', false);
    }
    await open(id);
    return null;
  }

  return {
    $state: $state as ReadableAtom<ApplicantsState>,
    actions: {
      ...{ load, open, step, close: () => $state.setKey('open', null) },
      /** Null: done; else what is to be said. */
      move: ({ stage, answer = '', interview_at = 0, place = '' }: StageChange) =>
        change((id) => calls.postStage({ id, stage, answer, interview_at, place })),
      note: (text: string) => change((id) => calls.postNote(id, text)),
    },
  };
}

export type ApplicantsStore = ReturnType<typeof createApplicants>;
