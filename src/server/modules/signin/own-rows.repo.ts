import { ownRows } from '../../db/own-rows.ts';
import { makeup_cards, sign_ins } from './tables.ts';

// for the package of somebody's data
export const signInRows = ownRows(sign_ins, sign_ins.user_id, [sign_ins.id]);
export const makeupRows = ownRows(makeup_cards, makeup_cards.user_id, [makeup_cards.id], { ours: [makeup_cards.key] });
