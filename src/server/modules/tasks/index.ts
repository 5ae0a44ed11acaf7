export { claimTask, payDueClaims, taskList } from './claim-task.ts';
export { findTaskEvent, registerTaskEvent, type TaskEvent, taskEvents } from './events.ts';
export { taskJobs } from './jobs.ts';
export { claimRows, type TaskLine, taskSource } from './repo.ts';
export { installTasks, saveTask, switchTask, taskForm } from './staff-tasks.ts';
