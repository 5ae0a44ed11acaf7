/** Tasks for points (shell spec, Task). Times are unix seconds. */

/** Tasks of this site: the only `type` of the call here. */
export const TASK_TYPE = 4;

export const TASK_PERIODS = { daily: '每日', once: '一次' } as const;
export type TaskPeriod = keyof typeof TASK_PERIODS;

/** todo: not done yet; ready: may be claimed; held: claimed and paid later; paid: done for this period. */
export type TaskState = 'todo' | 'ready' | 'held' | 'paid';

/** Hours that a reward is held where the act can be undone. */
export const HELD_HOURS = 24;

/** A task as staff write it. */
export interface TaskForm {
  id: number;
  title: string;
  event: string;
  about: string;
  img: string;
  link: string;
  period: TaskPeriod;
  target: number;
  points: number;
  cards: number;
  is_on: boolean;
  sort: number;
}

export const TASK_TITLE_MAX = 20;
export const TASK_ABOUT_MAX = 60;
