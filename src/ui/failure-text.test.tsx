import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ErrorState } from './ErrorState.tsx';
import { FailureText } from './FailureText.tsx';

const shown = (status: number, request_id = 'r1') =>
  renderToStaticMarkup(<FailureText failure={{ message: '没有保存', request_id, status }} />).replace(/<[^>]+>/g, '');

it('names the request where something broke, and not where one was refused', () => {
  expect([shown(500), shown(409), shown(502, ''), shown(0, '')]).toEqual(['没有保存（请求编号 r1）', '没有保存', '没有保存', '没有保存']);
  const panel = (status: number) => renderToStaticMarkup(<ErrorState message="没有加载" request_id="r1" status={status} />).includes('r1');
  expect([panel(500), panel(403), panel(404), panel(0)]).toEqual([true, false, false, false]);
  expect(renderToStaticMarkup(<FailureText failure={null} />)).toBe('');
});
