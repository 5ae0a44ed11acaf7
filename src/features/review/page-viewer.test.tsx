import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PageViewer } from './PageViewer.tsx';

it('keeps the place of a picture that is not there yet, no higher than the desk shows at once', () => {
  const pageOf = (width: number, height: number) => ({ src: '/p', width, height });
  const html = (width: number, height: number) =>
    renderToStaticMarkup(
      <PageViewer pages={[{ page_no: 1, thumb: pageOf(1, 1), full: pageOf(width, height) }]} free_pages={1} title="身份证" />,
    );
  expect(html(1600, 1000)).toContain('style="aspect-ratio:1600 / 1000;width:min(100%, 1600px, 73.60vh)"');
  expect(html(600, 1200)).toContain('style="aspect-ratio:600 / 1200;width:min(100%, 600px, 23.00vh)"');
});
