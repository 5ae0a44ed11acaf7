import { expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { piecesOf } from './Marked.tsx';
import type { Talk } from './talk.store.ts';

const server = { seqs: [9, 5, 2], wrong: '' };
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /user/chat/find': () => {
      if (server.wrong !== '') throw new ApiError({ code: 1, msg: server.wrong, status: 429 });
      return { seqs: server.seqs, more: false };
    },
  });
});
const { createFind } = await import('./find.store.ts');

it('goes round the places, stays at its place when something is said meanwhile, and marks until it is closed', async () => {
  const seek = vi.fn();
  const mark = vi.fn();
  const find = createFind({ id: 3, actions: { seek, mark } } as unknown as Talk);
  find.actions.open();
  await find.actions.go(' 预算 ', -1);
  await find.actions.go('预算', 1);
  await find.actions.go('预算', 1);
  await find.actions.go('预算', 1);
  await find.actions.go('预算', -1);
  expect(seek.mock.calls.map(([seq]) => seq)).toEqual([9, 5, 2, 9, 2]);
  server.seqs = [11, 9, 5, 2];
  await find.actions.again();
  expect(find.$state.get()).toMatchObject({ q: '预算', at: 3, more: false });
  server.wrong = '操作太频繁';
  await find.actions.go('别的', 1);
  expect(find.$state.get()).toMatchObject({ q: '预算', busy: false, wrong: '操作太频繁' });
  find.actions.close();
  expect([find.$state.get().open, mark.mock.calls]).toEqual([false, [['预算'], ['预算'], ['']]]);
});

it('words are marked in whichever case, each time, and never where places would be wrong', () => {
  const hits = (text: string, words: string) => piecesOf(text, words).map((piece) => (piece.hit ? `[${piece.text}]` : piece.text));
  expect(hits('Demo 和 demo', 'DEMO')).toEqual(['[Demo]', ' 和 ', '[demo]']);
  expect(hits('aaa', 'aa')).toEqual(['[aa]', 'a']);
  expect(hits('什么都没有', '')).toEqual(['什么都没有']);
  expect(hits('İstanbul 会议', '会议')).toEqual(['İstanbul 会议']);
});
