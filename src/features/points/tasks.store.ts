import { map, type ReadableAtom } from 'nanostores';
import { type Failure, failureOf } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { refreshUser } from '#client/refresh-user.ts';
import { toastSuccess } from '#client/toast.ts';
import type { TaskRow } from '#contract/outputs/points.ts';
import { HELD_HOURS, TASK_TYPE } from '#contract/task.ts';

export interface TasksState {
  /** Null: nothing was loaded yet. */
  tasks: TaskRow[] | null;
  failure: Failure | null;
  /** Task whose reward is being claimed; 0: none. */
  claiming: number;
  /** Of the last press. */
  refusal: Failure | null;
}

export interface Tasks {
  readonly $state: ReadableAtom<TasksState>;
  actions: { load(): Promise<void>; claim(id: number): Promise<void> };
}

/** Tasks with what the reader did. */
export function createTasks(): Tasks {
  const $state = map<TasksState>({ tasks: null, failure: null, claiming: 0, refusal: null });
  async function load(): Promise<void> {
    try {
      $state.set({ ...$state.get(), tasks: await gateway('GET /user/task/task', { type: TASK_TYPE }, SILENT), failure: null });
    } catch (error) {
      $state.setKey('failure', failureOf(error));
    }
  }
  return {
    $state,
    actions: {
      load,
      async claim(id) {
        if ($state.get().claiming !== 0) return;
        $state.set({ ...$state.get(), claiming: id, refusal: null });
        try {
          const { state, integral } = await gateway('POST /user/task/task', { id }, SILENT);
          toastSuccess(state === 'held' ? `已领取，${HELD_HOURS} 小时后到账` : `已领取${integral > 0 ? `，+${integral} 积分` : ''}`);
        } catch (error) {
          $state.setKey('refusal', failureOf(error));
        }
        $state.setKey('claiming', 0);
        await Promise.all([load(), refreshUser()]);
      },
    },
  };
}
