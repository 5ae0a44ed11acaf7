/** A list's state is its address: filters, search and order are the query; columns and the place of the page stand beside them. */
export interface ListAddress {
  /** As the gateway, saved views, exports and bulk runs write it. */
  query: string;
  columns: string[];
  after: string;
  before: string;
}

const BESIDE = ['cols', 'after', 'before'];

export function readAddress(search: string): ListAddress {
  const params = new URLSearchParams(search);
  const after = params.get('after') ?? '';
  const before = params.get('before') ?? '';
  const columns = (params.get('cols') ?? '').split(',').filter((key) => key !== '');
  for (const name of BESIDE) params.delete(name);
  return { query: params.toString(), columns, after, before: after === '' ? before : '' };
}

export function writeAddress({ query, columns, after, before }: ListAddress): string {
  const params = new URLSearchParams(query);
  if (columns.length > 0) params.set('cols', columns.join(','));
  if (after) params.set('after', after);
  else if (before) params.set('before', before);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** The query with one parameter changed; '' takes it away. */
export function withParam(query: string, key: string, value: string): string {
  const params = new URLSearchParams(query);
  if (value === '') params.delete(key);
  else params.set(key, value);
  return params.toString();
}
