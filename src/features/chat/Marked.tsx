/** A text in pieces: those that are the words, in whichever case, and those between. */
export function piecesOf(text: string, words: string): Array<{ text: string; hit: boolean }> {
  const low = text.toLowerCase();
  const wanted = words.toLowerCase();
  // where lower case has another length places would be wrong
  if (wanted === '' || low.length !== text.length) return [{ text, hit: false }];
  const pieces: Array<{ text: string; hit: boolean }> = [];
  let from = 0;
  for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), hit: false });
    from = at + wanted.length;
    pieces.push({ text: text.slice(at, from), hit: true });
  }
  if (from < text.length) pieces.push({ text: text.slice(from), hit: false });
  return pieces;
}

/** A text whose words that are looked for are marked. */
export function Marked({ text, words }: { text: string; words: string }) {
  let at = 0;
  return piecesOf(text, words).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.hit ? <mark key={key}>{piece.text}</mark> : piece.text;
  });
}
