import { map, type ReadableAtom } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { toastError } from '#client/toast.ts';
import type { Applicant, ApplicantRow, ApplicationStage } from '#contract/recruit.ts';

export interface ApplicantsState {
  open: Applicant | null;
  /** Number of the applicant that is on its way; 0: none. */
  opening: number;
  busy: boolean;
}

export interface StageChange {
  stage: ApplicationStage;
  answer?: string;
  slots?: number[];
  place?: string;
}

interface ApplicantsInput {
  /** The rows that are shown. */
  rows(): readonly Pick<ApplicantRow, 'id'>[];
  /** The list again: looking at one, or moving one, changes it. */
  reload(): Promise<void>;
}

/** Which applicant of a list is open, and what is done with them. `calls`: for tests. */
export function createApplicants(
  { rows, reload }: ApplicantsInput,
  calls = {
    fetchApplicant: (id: number) => gateway('GET /recruit/applicant', { id }, SILENT),
    postStage: (input: { id: number; stage: ApplicationStage; answer: string; slots: number[]; place: string }) =>
      gateway('POST /recruit/applicant/stage', input, SILENT),
    postNote: (id: number, text: string) => gateway('POST /recruit/applicant/note', { id, text }, SILENT),
  },
) {
  const $state = map<ApplicantsState>({ open: null, opening: 0, busy: false });

  /** Who was opened, in that order: a list of those who wait loses each that is looked at. */
  const opened: number[] = [];

  async function open(id: number): Promise<void> {
    $state.setKey('opening', id);
    try {
      const found = await calls.fetchApplicant(id);
      // another one was chosen meanwhile
      if ($state.get().opening !== id) return;
      $state.set({ ...$state.get(), open: found, opening: 0 });
      if (!opened.includes(id)) opened.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if ($state.get().opening !== id) return;
      $state.setKey('opening', 0);
      toastError(error.msg);
    }
    await reload();
  }

  /** The next applicant of the list, or the one before; none: nothing happens. */
  async function step(by: 1 | -1): Promise<void> {
    const now = $state.get().open;
    const at = rows().findIndex(({ id }) => id === now?.id);
    const again = now ? opened[opened.indexOf(now.id) + by] : undefined;
    const next = at >= 0 ? rows()[at + by]?.id : (again ?? (by === 1 ? rows()[0]?.id : undefined));
    if (next !== undefined) await open(next);
  }

  async function change(work: (id: number) => Promise<unknown>): Promise<string | null> {
    const id = $state.get().open?.id;
    if (id === undefined) return null;
    $state.setKey('busy', true);
    try {
      await work(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return Object.values(error.fields)[0] ?? error.msg;
    } finally {
      $state.setKey('busy', false);
    }
    await open(id);
    return null;
  }

  return {
    $state: $state as ReadableAtom<ApplicantsState>,
    actions: {
      ...{ open, step, close: () => $state.setKey('open', null) },
      /** Null: done; else what is to be said. */
      move: ({ stage, answer = '', slots = [], place = '' }: StageChange) =>
        change((id) => calls.postStage({ id, stage, answer, slots, place })),
      note: (text: string) => change((id) => calls.postNote(id, text)),
    },
  };
}

export type ApplicantsStore = ReturnType<typeof createApplicants>;
