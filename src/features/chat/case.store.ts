import { gateway } from '#client/gateway.ts';
import { createScreen } from '#kit/console/screen.store.ts';

/** The case that the address names; asking for it leaves an audit row. */
export function createChatCase() {
  const id = () => Number(new URLSearchParams(location.search).get('id'));
  const { $state, actions } = createScreen(() => gateway('GET /admin/chat/case', { id: id() }, { silent: true }));
  return { $state, actions };
}
