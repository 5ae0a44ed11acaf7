import { beforeEach, expect, it, vi } from 'vitest';

const calls = vi.hoisted(() => ({ next: (): Promise<unknown> => Promise.resolve(null) }));
vi.mock('#client/gateway.ts', () => ({ gateway: () => calls.next() }));
vi.mock('#client/session.ts', () => ({ $session: { get: () => ({ token: 't' }) }, requireSession: async () => undefined }));
vi.mock('#client/toast.ts', () => ({ toastSuccess: () => undefined }));
const { collectMark, createMarks } = await import('./engagement.store.ts');

const mark = collectMark(3, 7);
let marks: ReturnType<typeof createMarks>;
beforeEach(() => {
  marks = createMarks();
});

it('an answer that was asked for before, beside or during a press does not turn the mark back', async () => {
  const sent = Promise.withResolvers<unknown>();
  calls.next = () => sent.promise;
  const before = marks.actions.answerFor();
  const press = marks.actions.toggleCollect(7, 3);
  await vi.waitFor(() => expect(marks.$state.get()[mark]).toBe(true));
  const beside = marks.actions.answerFor();
  expect([before(mark, false), beside(mark, false)]).toEqual([false, false]);
  let is_over = false;
  const over = marks.actions.settled().then(() => {
    is_over = true;
  });
  await Promise.resolve();
  expect(is_over).toBe(false);
  sent.resolve(null);
  await Promise.all([press, over]);
  // asked for while the press was under way, answered after it
  expect([beside(mark, false), marks.$state.get()[mark]]).toEqual([false, true]);
  expect([marks.actions.answerFor()(mark, false), marks.$state.get()[mark]]).toEqual([true, false]);
});
