import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PUBLISHED_KINDS } from '#contract/kinds.ts';
import type { PublishedList, PublishedRow } from '#contract/publish.ts';
import { createOwnList } from '#kit/own-list/own-list.store.ts';
import { MyPublish, question } from './MyPublish.tsx';
import { MyPublishRow } from './MyPublishRow.tsx';
import { type PublishKind, publishKind } from './publish-kind.ts';

const KINDS: PublishKind[] = PUBLISHED_KINDS.map(publishKind);

function draw(kinds: PublishKind[], chosen: string): string {
  const list = createOwnList<PublishedList>({ tabs: ['all'], fetch: () => Promise.reject(new Error('not asked')) });
  return renderToStaticMarkup(<MyPublish kinds={kinds} whole state={{ ...list.$state.get(), filters: { kind: chosen } }} list={list} />);
}
const primary = (html: string) => html.match(/<(?:a|button)[^>]*btn-primary[^>]*>.*?<\/(?:a|button)>/g) ?? [];

const ROW: PublishedRow = {
  ...{ id: 1, kind: '', title: '现场的三张清单', cover_src: '', status: 'published', reject_reason: '', render: null, price: 0 },
  ...{ vip_only: false, pages: 3, format: '', sale_num: 0, download_num: 0, view_num: 9, earnings: 0 },
  ...{ created_at: 1, published_at: 1, publish_at: 0, updated_at: 1 },
};
const of = (key: string) => KINDS.find((kind) => kind.key === key) as PublishKind;
const drawRow = (key: string, row: PublishedRow) =>
  renderToStaticMarkup(<MyPublishRow kind={of(key)} row={row} busy={false} onAction={() => undefined} />);

it('D14 offers to try again where pages could not be made, new or in place of older ones', () => {
  const render = { status: 'failed', done_pages: 0, page_count: 3, failure: '第 1 页已损坏' } as const;
  expect(drawRow('scheme', ROW)).not.toContain('重试');
  expect(drawRow('scheme', { ...ROW, status: 'failed', reject_reason: render.failure, published_at: 0, render })).toContain('重试');
  expect(drawRow('scheme', { ...ROW, render })).toContain('重试');
});

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

it('speaks of buyers, downloads and income where there are any', () => {
  const drawn = (key: string) => drawRow(key, ROW);
  for (const key of ['article', 'talk', 'resource', 'resource_case', 'supplier_case']) {
    expect(question('down', of(key)).text).toBe('下架后读者无法看到它。您可以随时恢复上架。');
    expect(drawn(key)).not.toMatch(/下载|售出|收益|免费/);
    expect(drawn(key)).toContain('浏览');
  }
  expect(question('down', of('scheme')).text).toBe('下架后读者无法看到和购买它；已购买的用户仍可下载。您可以随时恢复上架。');
  expect(question('down', of('course')).text).toContain('仍可学习');
  expect(drawn('course')).toMatch(/免费.*售出.*收益/);
  expect(drawn('course')).not.toContain('下载');
  expect(drawn('scheme')).toMatch(/免费.*下载.*售出.*收益/);
  // each figure stands in the same column, whatever else the kind has
  for (const key of ['course', 'scheme'])
    expect(drawn(key)).toMatch(/grid-column-start:3"><dt[^>]*>售出.*grid-column-start:4"><dt[^>]*>收益/);
});
