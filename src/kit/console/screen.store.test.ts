import { expect, it, vi } from 'vitest';
import { createScreen } from './screen.store.ts';

it('shows what was asked for last, whichever answer arrives last', async () => {
  const answers: Array<PromiseWithResolvers<string>> = [];
  const { $state, actions } = createScreen(() => {
    answers.push(Promise.withResolvers<string>());
    return answers.at(-1)?.promise ?? Promise.resolve('');
  });
  const loads = [actions.load(), actions.load(), actions.load()];
  answers[1]?.resolve('十月');
  answers[2]?.resolve('九月');
  await Promise.resolve();
  answers[0]?.reject(new Error('cut'));
  await Promise.allSettled(loads);
  expect($state.get()).toEqual({ load: 'ready', data: '九月', failure: null });
});

it('leaves what was loaded meanwhile to stand when it looked again', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  const look = Promise.withResolvers<string>();
  const answers = ['等待', look.promise, '已退回'];
  const { $state, actions } = createScreen(async () => answers.shift() ?? '', { moves: (data) => data === '等待' });
  await actions.load();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(answers).toEqual(['已退回']);
  await actions.load();
  look.resolve('等待');
  await vi.advanceTimersByTimeAsync(0);
  expect($state.get().data).toBe('已退回');
  vi.useRealTimers();
});
