import { KINDS, type KindFacts } from '#contract/kinds.ts';

/** Pages that are the same for all kinds, by their files here. A kind whose page differs has one of the `files` below src/pages. */
export function kindPages(files: readonly string[]): Array<{ address: string; page: 'list' | 'publish' | 'orders' }> {
  const common = (page: 'list' | 'publish' | 'orders', address = '') =>
    address === '' || files.some((file) => [`${address}.astro`, `${address}/index.astro`].includes(`/${file}`)) ? [] : [{ address, page }];
  return Object.values<KindFacts>(KINDS).flatMap(({ paths: { list, add, edit, orders } }) => [
    ...common('list', list),
    ...common('publish', add),
    ...(edit === add ? [] : common('publish', edit)),
    ...common('orders', orders),
  ]);
}

/** The kind whose address a request was routed by. */
export function kindAt(address: string): KindFacts {
  const kind = Object.values<KindFacts>(KINDS).find(({ paths: { list, add, edit, orders } }) =>
    [list, add, edit, orders].includes(address),
  );
  if (!kind) throw new Error(`no kind has a page at ${address}`);
  return kind;
}
