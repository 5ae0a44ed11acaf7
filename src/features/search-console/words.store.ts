import { gateway } from '#client/gateway.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { createScreen } from '#kit/console/screen.store.ts';

/** The lists of words as they are. */
export function createWords() {
  const { $state, actions } = createScreen(() => gateway('GET /admin/search/words', {}, { silent: true }));
  const replay = async () => {
    const failed = await actions.act(() => gateway('POST /admin/search/replay', {}, { silent: true }));
    if (failed === null) toastSuccess('已开始重算，几分钟内完成');
    else toastError(failed);
  };
  return { $state, actions: { ...actions, replay } };
}
