/** What a cell of our own CSV says when it is sent back: the form that keeps digits and the apostrophe before a formula are taken off. */
export function cellText(cell: string): string {
  return /^="([0-9eE]{1,60})"$/.exec(cell)?.[1] ?? cell.replace(/^'(?=[=+\-@＝＋－＠])/, '');
}
