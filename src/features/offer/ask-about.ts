import { askInChat } from '../chat/ask-in-chat.ts';

/** Opens the conversation about a demand: with its owner, or of the owner with somebody who offered. */
export const askAbout = (demand_id: number, other_id?: number): Promise<void> =>
  askInChat({ kind: 'demand', id: demand_id, ...(other_id === undefined ? {} : { other_id }) });
