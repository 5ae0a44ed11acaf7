/** Joins what is there: `classNames('btn', busy && 'btn-disabled')`. */
export function classNames(...parts: Array<string | false | null | undefined>): string {
  return parts.filter(Boolean).join(' ');
}
