/** A text in pieces; `hit` where one of the words stands. */
export interface Piece {
  text: string;
  hit: boolean;
}

/** Cuts a title where it holds one of the words (lower case, half-width), the earliest and longest first. Without words: one piece. */
export function markedTitle(title: string, words: readonly string[]): Piece[] {
  const plain = [...title].map((character) => character.normalize('NFKC').toLowerCase());
  // places are those of the title: a character that becomes several is not cut within
  if (plain.some((character) => character.length !== 1)) return [{ text: title, hit: false }];
  const characters = [...title];
  const low = plain.join('');
  const pieces: Piece[] = [];
  let from = 0;
  while (from < low.length) {
    const at = words.map((word) => ({ word, at: word === '' ? -1 : low.indexOf(word, from) })).filter((one) => one.at >= 0);
    const first = at.toSorted((a, b) => a.at - b.at || b.word.length - a.word.length)[0];
    if (!first) break;
    if (first.at > from) pieces.push({ text: characters.slice(from, first.at).join(''), hit: false });
    from = first.at + first.word.length;
    pieces.push({ text: characters.slice(first.at, from).join(''), hit: true });
  }
  if (from < low.length || pieces.length === 0) pieces.push({ text: characters.slice(from).join(''), hit: false });
  return pieces;
}
