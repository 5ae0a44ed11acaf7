import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { emptyBody, newRow, type OwnPaper, type PaperRow } from '#contract/paper.ts';
import { paperChanges } from '#contract/paper-changes.ts';
import { Proposal } from './BySentence.tsx';

const row = (item: string, fen: number): PaperRow => newRow('budget', 0, ['场地', item, '', 1, '项', fen]);
const rows = [row('厅', 10_000_000), row('灯', 100)];
const body = { ...emptyBody('budget'), rows };
const paper: OwnPaper = { id: 1, kind: 'budget', title: '年会', body, by_ai: 0, edition: 1, saved_at: 1 };
const drawn = (after: PaperRow[]) =>
  renderToStaticMarkup(
    <Proposal
      changes={paperChanges('budget', rows, after)}
      paper={paper}
      body={body}
      start={body.start}
      onTake={async () => undefined}
      onLeave={() => undefined}
    />,
  );

it('shows each changed row with a mark, and the sums before and afterwards as we compute them', () => {
  const html = drawn([row('厅', 4_000_000), row('灯', 100), row('主持', 50_000)]);
  expect(html.match(/type="checkbox"/g)).toHaveLength(2);
  expect(html).toContain('<del class="text-muted">场地 · 厅 · × 1 · 项 · ¥100,000.00</del>');
  expect(html).toContain('<b class="mr-2">新增</b>');
  expect(html).toContain('合计 ¥114,481.14；采用后：3 项，合计 ¥46,365.54');
  expect(html).toContain('全部采用');
});

it('says so where nothing was changed', () => expect(drawn(rows)).toContain('助手没有改动任何一行'));
