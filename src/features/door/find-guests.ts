import type { DoorListTicket } from '#contract/outputs/door.ts';

const MOST = 12;
const plain = (text: string) => text.replace(/\s/g, '').toLowerCase();

/** Guests whose name holds what was typed, or whose ticket has that number: for who comes without a code. Those who are not in yet stand first. */
export function findGuests(tickets: readonly DoorListTicket[], typed: string): DoorListTicket[] {
  const words = plain(typed);
  if (words === '') return [];
  const found = tickets.filter(({ holder, seq }) => plain(holder).includes(words) || String(seq) === words);
  return found.toSorted((a, b) => Number(a.state !== 'valid') - Number(b.state !== 'valid')).slice(0, MOST);
}
