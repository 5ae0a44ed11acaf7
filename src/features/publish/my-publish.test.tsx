import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PUBLISHED_KINDS } from '#contract/kinds.ts';
import type { PublishedList } from '#contract/publish.ts';
import { createOwnList } from '../center/own-list.store.ts';
import { MyPublish, type PublishKind } from './MyPublish.tsx';

const KINDS: PublishKind[] = PUBLISHED_KINDS.map(({ key, noun, measure, shop, paths: { add = '', edit = '', detail } }) => ({
  ...{ key, noun, measure, add, edit, detail, in_shop: shop !== undefined },
}));

function draw(kinds: PublishKind[], chosen: string): string {
  const list = createOwnList<PublishedList>({ tabs: ['all'], fetch: () => Promise.reject(new Error('not asked')) });
  return renderToStaticMarkup(<MyPublish kinds={kinds} whole state={{ ...list.$state.get(), filters: { kind: chosen } }} list={list} />);
}
const primary = (html: string) => html.match(/<(?:a|button)[^>]*btn-primary[^>]*>.*?<\/(?:a|button)>/g) ?? [];

it('has one main button: it asks what to publish, or publishes the kind that is looked at', () => {
  expect(KINDS.length).toBeGreaterThan(5);
  const all = primary(draw(KINDS, ''));
  expect(all).toHaveLength(1);
  expect(all[0]).toMatch(/^<button.*发布作品<\/button>$/);
  for (const { key, noun, add } of KINDS) {
    const one = primary(draw(KINDS, key));
    expect(one).toHaveLength(1);
    expect(one[0]).toContain(`href="${add}"`);
    expect(one[0]).toContain(`发布${noun}`);
  }
  expect(primary(draw(KINDS.slice(0, 1), ''))[0]).toContain('发布方案');
});
