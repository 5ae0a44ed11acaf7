export { claimTask, findTaskEvent, payDueClaims, registerTaskEvent, type TaskEvent, taskEvents, taskList } from './claim-task.ts';
export { claimRows, type TaskLine, taskSource } from './repo.ts';
export { installTasks, saveTask, switchTask, taskForm, taskJobs } from './staff-tasks.ts';
