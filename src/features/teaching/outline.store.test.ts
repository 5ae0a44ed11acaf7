import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { OwnCourse, OwnLesson } from '#contract/teaching.ts';
import { createOutline, placeLesson, stepLesson } from './outline.store.ts';

const api = vi.hoisted(() => ({ fetchCourse: vi.fn(), putOrder: vi.fn(), addChapter: vi.fn(), renameChapter: vi.fn() }));
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /study/teach/course': ({ id }) => api.fetchCourse(id),
    'PUT /study/teach/order': ({ id, chapters }) => api.putOrder(id, chapters),
    'POST /study/teach/chapter': ({ id, title }) => api.addChapter(id, title),
    'PUT /study/teach/chapter': ({ chapter, title }) => api.renameChapter(chapter, title),
  });
});
vi.mock('#client/toast.ts');

const lesson = (id: number) => ({ id, title: `第 ${id} 课` }) as OwnLesson;
const courseOf = (ids: readonly number[]) => ({ id: 1, chapters: [{ id: 9, title: '一', lessons: ids.map(lesson) }] }) as OwnCourse;
let answers: Array<{ give(): void; refuse(): void }>;
let stored: readonly number[];

beforeEach(() => {
  [answers, stored] = [[], [1, 2, 3]];
  api.fetchCourse.mockImplementation(async () => courseOf(stored));
  api.putOrder.mockImplementation(
    (_id: number, chapters: Array<{ lessons: number[] }>) =>
      new Promise((resolve, reject) => {
        const give = () => {
          stored = chapters[0]?.lessons ?? [];
          resolve(courseOf(stored));
        };
        answers.push({ give, refuse: () => reject(new ApiError({ code: 1, msg: '太快', status: 429 })) });
      }),
  );
});

async function opened() {
  const outline = createOutline(async () => 1);
  await outline.actions.open(1);
  const order = () =>
    (outline.$state.get().course?.chapters ?? []).map(({ id, lessons }) => ({ id, lessons: lessons.map((one) => one.id) }));
  return { actions: outline.actions, move: outline.actions.order, lessons: () => order()[0]?.lessons, order };
}

it('keeps what was moved since, when the answer of an earlier move arrives', async () => {
  const outline = await opened();
  const first = outline.move(stepLesson(outline.order(), 3, -1));
  const second = outline.move(stepLesson(outline.order(), 3, -1));
  expect(outline.lessons()).toEqual([3, 1, 2]);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.give();
  await first;
  expect(outline.lessons()).toEqual([3, 1, 2]);
  // the next is moved from what is seen
  const third = outline.move(placeLesson(outline.order(), 2, 9, 1));
  for (const at of [1, 2]) {
    await vi.waitFor(() => expect(answers).toHaveLength(at + 1));
    answers[at]?.give();
  }
  await Promise.all([second, third]);
  expect([outline.lessons(), stored]).toEqual([
    [3, 2, 1],
    [3, 2, 1],
  ]);
});

it('shows what is stored when the last of several moves is refused', async () => {
  const outline = await opened();
  const moves = [outline.move(stepLesson(outline.order(), 3, -1)), outline.move(stepLesson(outline.order(), 3, -1))];
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.give();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.refuse();
  await Promise.all(moves);
  expect(outline.lessons()).toEqual([1, 3, 2]);
});

it('B6 a name that could not be saved comes back with what is wrong, for the form that has it', async () => {
  const outline = await opened();
  api.addChapter.mockRejectedValueOnce(new ApiError({ code: 1, msg: '网络异常', status: 0 }));
  api.renameChapter.mockRejectedValueOnce(new ApiError({ code: 1, msg: '', status: 200, fields: { title: '章节名称太长' } }));
  const { addChapter, renameChapter } = outline.actions;
  expect([await addChapter('第二章'), await renameChapter(9, '一二三')]).toEqual(['网络异常', '章节名称太长']);
  api.addChapter.mockResolvedValueOnce(courseOf([1]));
  expect(await addChapter('第二章')).toBeNull();
  // without a draft there is nothing to add to
  expect(await createOutline(async () => null).actions.addChapter('第一章')).toContain('草稿还没有保存成功');
});

it('keeps a chapter that was added while the outline was being read', async () => {
  let read: (course: OwnCourse) => void = () => undefined;
  api.fetchCourse.mockImplementation(() => new Promise((resolve) => (read = resolve)));
  const chapter = { id: 8, title: '二', lessons: [] };
  api.addChapter.mockImplementation(async () => ({ ...courseOf(stored), chapters: [...courseOf(stored).chapters, chapter] }));
  const outline = createOutline(async () => 1);
  const opening = outline.actions.open(1);
  const adding = outline.actions.addChapter('二');
  await vi.waitFor(() => expect(api.fetchCourse).toHaveBeenCalled());
  // time enough for what does not wait for the reading
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  read(courseOf(stored));
  expect([await adding, await opening]).toEqual([null, undefined]);
  expect(outline.$state.get().course?.chapters.map(({ id }) => id)).toEqual([9, 8]);
});
