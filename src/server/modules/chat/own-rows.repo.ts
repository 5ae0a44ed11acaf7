import { ownRows } from '../../db/own-rows.ts';
import { chat_blocks } from './tables.ts';

// for the package of somebody's data
export const chatBlockRows = ownRows(chat_blocks, chat_blocks.user_id, [chat_blocks.blocked_id]);
