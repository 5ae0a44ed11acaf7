import { beforeEach, expect, it, vi } from 'vitest';
import type { PickedItem } from '#contract/publish.ts';

const item = (id: number, title: string): PickedItem => ({ id, title, cover_src: '', own: true });
const asked: string[] = [];
let answer: (words: string) => Promise<PickedItem[]>;
vi.mock('./publish.api.ts', () => ({
  pickItem: async (_kind: string, id: number) => (id === 7 ? item(7, '湖边草坪') : null),
  pickItems: (_kind: string, words: string) => {
    asked.push(words);
    return answer(words);
  },
}));
const { createItemPicker } = await import('./item-picker.store.ts');

beforeEach(() => {
  asked.length = 0;
  answer = async (words) => [item(1, `${words}会场`)];
});

it('knows what the form names, and offers something to who typed nothing', async () => {
  const { $state, actions } = createItemPicker({ kind: 'resource' });
  await actions.show(7);
  expect([$state.get().chosen?.title, asked]).toEqual(['湖边草坪', []]);
  await actions.show(null);
  expect($state.get().found).toEqual({ of: '', list: [item(1, '会场')] });
});

it('asks once for what was typed, and leaves out answers to what is no longer asked', async () => {
  let late: (list: PickedItem[]) => void = () => undefined;
  answer = (words) => (words === '草' ? new Promise((resolve) => (late = resolve)) : Promise.resolve([item(2, '草坪')]));
  const { $state, actions } = createItemPicker({ kind: 'resource' });
  actions.type('草');
  await vi.waitFor(() => expect(asked).toEqual(['草']));
  actions.type('草坪');
  await vi.waitFor(() => expect($state.get().found).toEqual({ of: '草坪', list: [item(2, '草坪')] }));
  late([item(3, '草')]);
  await Promise.resolve();
  expect($state.get().found?.of).toBe('草坪');
  actions.choose(item(2, '草坪'));
  expect($state.get()).toEqual({ chosen: item(2, '草坪'), words: '', found: null });
});
