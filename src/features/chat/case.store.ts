import { gateway } from '#client/gateway.ts';
import { CHAT_CALLS, type ChatCase } from '#contract/chat.ts';
import { createScreen } from '../admin/screen.store.ts';

/** The case that the address names; asking for it leaves an audit row. */
export function createChatCase() {
  const id = () => Number(new URLSearchParams(location.search).get('id'));
  const { $state, actions } = createScreen(() => gateway.get<ChatCase>(CHAT_CALLS.case, { id: id() }, { silent: true }));
  return { $state, actions };
}
