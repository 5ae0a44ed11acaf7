/** What a Range request gets (RFC 9110 14): the whole file, one part (both ends included), or a refusal. */
export type RangeAnswer = { status: 200 | 206; start: number; end: number } | { status: 416 };

/**
 * Reads a Range header for a file of `size_bytes`. Several ranges at once, other units and malformed headers are ignored as the
 * standard allows: the whole file comes. With `If-Range` the range counts only for the same ETag.
 */
export function answerRange(size_bytes: number, etag: string, range: string | undefined, if_range: string | undefined): RangeAnswer {
  const whole = { status: 200, start: 0, end: size_bytes - 1 } as const;
  if (!range || (if_range !== undefined && if_range.trim() !== etag)) return whole;
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(range.trim());
  if (!match) return whole;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return whole;
  if (first === '') {
    const length = Math.min(Number(last), size_bytes);
    return length === 0 ? { status: 416 } : { status: 206, start: size_bytes - length, end: size_bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size_bytes - 1 : Math.min(Number(last), size_bytes - 1);
  if (last !== '' && Number(last) < start) return whole;
  return start >= size_bytes ? { status: 416 } : { status: 206, start, end };
}

/** True when the reader's copy is current: If-None-Match compares weakly and may be a list or `*`. */
export function isCurrent(etag: string, if_none_match: string | undefined): boolean {
  if (!if_none_match) return false;
  const weak = (tag: string) => tag.trim().replace(/^W\//, '');
  return if_none_match.trim() === '*' || if_none_match.split(',').some((tag) => weak(tag) === weak(etag));
}
