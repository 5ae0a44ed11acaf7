import { expect, it } from 'vitest';
import { askQuiz, checkQuiz, JUDGE_OPTIONS, markQuiz, newQuestion, type Quiz, readQuiz } from './quiz.ts';

const quiz: Quiz = {
  pass_percent: 60,
  questions: [
    { id: 'a', kind: 'one', text: '谁先上场', options: ['主持人', '嘉宾'], right: [0], explanation: '主持人暖场' },
    { id: 'b', kind: 'many', text: '要备份的', options: ['音响', '灯光', '鲜花'], right: [0, 1], explanation: '' },
    { id: 'c', kind: 'judge', text: '流程表只给导演', options: JUDGE_OPTIONS, right: [1], explanation: '人手一份' },
  ],
};

it('reads what it wrote, trims texts and orders what is right', () => {
  expect(readQuiz(JSON.parse(JSON.stringify(quiz)))).toEqual(quiz);
  const loose = { ...quiz.questions[1], text: ' 要备份的 ', right: [1, 0, 1] };
  expect(readQuiz({ pass_percent: 60, questions: [loose] })?.questions[0]).toEqual(quiz.questions[1]);
});

it('gives every judgement the same two options', () => {
  const own = { ...quiz.questions[2], options: ['是', '否'] };
  expect(readQuiz({ pass_percent: 60, questions: [own] })?.questions[0]?.options).toEqual(JUDGE_OPTIONS);
});

it('refuses what is no quiz', () => {
  const [first] = quiz.questions;
  const bad = [null, [], { questions: [] }, { pass_percent: 60.5, questions: [] }, { pass_percent: 60, questions: [first, first] }];
  const parts = [{ id: '<b>' }, { kind: 'toString' }, { text: 'x'.repeat(501) }, { right: [2] }, { right: [-1] }, { options: [1, 2] }];
  for (const value of [...bad, ...parts.map((part) => ({ pass_percent: 60, questions: [{ ...first, ...part }] }))]) {
    expect(readQuiz(value), JSON.stringify(value)).toBeNull();
  }
});

it('says what keeps a quiz from being taken', () => {
  expect(checkQuiz(quiz)).toEqual({});
  expect(checkQuiz({ pass_percent: 60, questions: [] })).toEqual({ quiz: '请至少添加一道题' });
  expect(checkQuiz({ ...quiz, pass_percent: 0 })).toEqual({ quiz: '及格线应在 1% 至 100% 之间' });
  const wrong = (part: object) =>
    checkQuiz({ pass_percent: 60, questions: [{ ...newQuestion('one', 'n'), text: '题', options: ['甲', '乙'], ...part }] });
  expect(wrong({})).toEqual({});
  expect(wrong({ text: ' ' })['n']).toBe('请输入题目');
  expect(wrong({ options: ['甲'] })['n']).toBe('请至少填写两个选项');
  expect(wrong({ options: ['甲', ''] })['n']).toContain('不能为空');
  expect(wrong({ options: ['甲', '甲 '] })['n']).toBe('有两个选项是一样的');
  expect(wrong({ right: [] })['n']).toBe('请勾选正确答案');
  expect(wrong({ right: [0, 1] })['n']).toBe('只能有一个正确答案');
  expect(wrong({ kind: 'many', right: [0, 1] })).toEqual({});
});

it('asks without telling what is right', () => {
  expect(JSON.stringify(askQuiz(quiz))).not.toMatch(/right|explanation|暖场/);
  expect(askQuiz(quiz).questions.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

it('marks exactly: all right options and no other', () => {
  const all = markQuiz(quiz, { a: [0], b: [1, 0], c: [1] });
  expect(all).toMatchObject({ right_num: 3, question_num: 3, percent: 100, passed: true });
  const half = markQuiz(quiz, { a: [0], b: [0], c: [0] });
  expect(half).toMatchObject({ right_num: 1, percent: 33, passed: false });
  expect(half.questions.map(({ is_right }) => is_right)).toEqual([true, false, false]);
  expect(half.questions[0]?.explanation).toBe('主持人暖场');
  expect(markQuiz(quiz, { a: [0], b: [0, 1] })).toMatchObject({ percent: 66, passed: true });
});

it('takes nothing for an answer that is none', () => {
  const mark = markQuiz(quiz, { toString: [0], a: 'x' as never, b: [0, 1, 2], c: [] });
  expect(mark).toMatchObject({ right_num: 0, percent: 0, passed: false });
  expect(markQuiz({ pass_percent: 60, questions: [] }, {})).toMatchObject({ percent: 0, passed: false });
});
