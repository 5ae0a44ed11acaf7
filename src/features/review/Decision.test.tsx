import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ReviewEntry } from '#contract/review.ts';
import { Decision } from './Decision.tsx';

it('has a key for the action that passes and one for the first that sends back', () => {
  const action = (name: string, needs_reason: boolean) => ({ name, text: name, needs_reason, reason_label: '原因', reasons: [] });
  const row = {
    id: 1,
    type: 'work',
    subject: { title: '方案' },
    actions: [action('通过', false), action('另议', false), action('退回', true)],
  };
  const html = renderToStaticMarkup(<Decision row={row as unknown as ReviewEntry} onDecide={async () => undefined} />);
  const keys = [...html.matchAll(/<button[^>]*?(?:aria-keyshortcuts="(\w)"[^>]*)?>([^<]*)/g)].map(([, key, text]) => [text, key]);
  expect(keys).toEqual([
    ['通过', 'a'],
    ['另议', undefined],
    ['退回', 'r'],
  ]);
});
