import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { NoticeRow } from '#contract/notice.ts';
import { NoticeLine } from './NoticeLine.tsx';

const ROW: NoticeRow = {
  ...{ id: 1, title: '您的意见反馈已有回复', content: '已修复', create_time: 1_800_000_000, topic: '举报与反馈' },
  ...{ is_read: 0, jump_type_id: 0, jump_url: '' },
};
const drawn = (change: Partial<NoticeRow> = {}) =>
  renderToStaticMarkup(<NoticeLine row={{ ...ROW, ...change }} onRead={() => undefined} />);

it('is reached by keys, also where it leads nowhere, as long as there is something to do', () => {
  expect(drawn()).toMatch(/^<button type="button"/);
  expect(drawn({ jump_type_id: 1, jump_url: '/personalCenter' })).toMatch(/^<a href="\/personalCenter"/);
  expect(drawn({ is_read: 1 })).toMatch(/^<div/);
});
