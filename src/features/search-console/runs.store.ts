import { gateway } from '#client/gateway.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { createScreen } from '#kit/console/screen.store.ts';

/** Runs of the judged list. */
export function createRuns() {
  const { $state, actions } = createScreen(() => gateway('GET /admin/search/judged', {}, { silent: true }));
  const run = async () => {
    const failed = await actions.act(() => gateway('POST /admin/search/judged/run', {}, { silent: true }));
    if (failed === null) toastSuccess('已开始检查，十几秒后刷新即可看到结果');
    else toastError(failed);
  };
  return { $state, actions: { ...actions, run } };
}
