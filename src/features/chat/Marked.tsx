import { safeHref } from '#contract/article.ts';

// what ends a sentence after an address is no part of it
const ADDRESS = /https?:\/\/[^\s\u3000-\u303f\uff00-\uffef\u4e00-\u9fff<>"']*[\w/#=&%-]/gi;

/** A text in pieces: addresses that a browser may open, and what stands between them. */
export function linksOf(text: string): Array<{ text: string; href: string | null }> {
  const pieces: Array<{ text: string; href: string | null }> = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const href = safeHref(found);
    if (href === null) continue;
    if (index > from) pieces.push({ text: text.slice(from, index), href: null });
    pieces.push({ text: found, href });
    from = index + found.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: null });
  return pieces;
}

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

/** What somebody said: its addresses are links, opened beside the talk, which learn nothing of it. */
export function Said({ text, words }: { text: string; words: string }) {
  let at = 0;
  return linksOf(text).map((piece) => {
    const key = at;
    at += piece.text.length;
    const shown = <Marked key={key} text={piece.text} words={words} />;
    if (piece.href === null) return shown;
    return (
      <a key={key} className="link" href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
        {shown}
      </a>
    );
  });
}
