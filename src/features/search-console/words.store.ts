import { toastError, toastSuccess } from '#client/toast.ts';
import { createScreen } from '#kit/console/screen.store.ts';
import { fetchWords, postReplay } from './search-console.api.ts';

/** The lists of words as they are. */
export function createWords() {
  const { $state, actions } = createScreen(fetchWords);
  const replay = async () => {
    const failed = await actions.act(postReplay);
    if (failed === null) toastSuccess('已开始重算，几分钟内完成');
    else toastError(failed);
  };
  return { $state, actions: { ...actions, replay } };
}
