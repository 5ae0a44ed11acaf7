import { type DoorDirection, readScan } from '#contract/door.ts';
import type { DoorListTicket } from '#contract/outputs/door.ts';

const MOST = 12;
const plain = (text: string) => text.replace(/\s/g, '').toLowerCase();

/**
 * Guests whose name holds what was typed, or whose ticket has that number: for who comes without a code. Those whom this direction concerns stand
 * first; `more`: fit as well and are not among them. `missed`: it is no code either.
 */
export function findGuests(tickets: readonly DoorListTicket[], typed: string, direction: DoorDirection) {
  const words = plain(typed);
  const fits = ({ holder, seq }: DoorListTicket) => words !== '' && (plain(holder).includes(words) || String(seq) === words);
  const last = ({ state, inside }: DoorListTicket) =>
    Number(inside === (direction === 'in')) + 2 * Number(state !== 'valid' && state !== 'used');
  const found = tickets.filter(fits).toSorted((a, b) => last(a) - last(b));
  const missed = words !== '' && found.length === 0 && readScan(typed) === null;
  return { guests: found.slice(0, MOST), more: Math.max(0, found.length - MOST), missed };
}
