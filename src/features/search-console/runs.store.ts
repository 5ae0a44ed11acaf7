import { toastError, toastSuccess } from '#client/toast.ts';
import { createScreen } from '#kit/console/screen.store.ts';
import { fetchRuns, postRun } from './search-console.api.ts';

/** Runs of the judged list. */
export function createRuns() {
  const { $state, actions } = createScreen(fetchRuns);
  const run = async () => {
    const failed = await actions.act(postRun);
    if (failed === null) toastSuccess('已开始检查，十几秒后刷新即可看到结果');
    else toastError(failed);
  };
  return { $state, actions: { ...actions, run } };
}
