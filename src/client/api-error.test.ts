import { expect, it } from 'vitest';
import { ApiError, failureOf, inOneLine, plainFailure } from './api-error.ts';

const answer = new ApiError({ code: 1, msg: '标题过长', status: 400, fields: { title: '最多 30 个字' }, request_id: 'r1' });

it('keeps all that is to be said of an answer', () => {
  const failure = { message: '标题过长', request_id: 'r1', fields: { title: '最多 30 个字' }, status: 400 };
  expect(failureOf(answer)).toEqual(failure);
  expect(failureOf(answer, '保存失败')).toEqual(failure);
  expect(failureOf(new ApiError({ code: 1, msg: '', status: 502, request_id: 'r2' }), '保存失败')).toMatchObject({
    ...{ message: '保存失败', request_id: 'r2', status: 502 },
  });
});

it('says its own words of what is no answer, or lets it go on as the fault that it is', () => {
  const fault = new TypeError('x is undefined');
  expect(failureOf(fault, '保存失败')).toEqual(plainFailure('保存失败'));
  expect(() => failureOf(fault)).toThrow(fault);
});

it('lets the first field speak where none is shown', () => {
  expect(inOneLine(failureOf(answer)).message).toBe('最多 30 个字');
  expect(inOneLine(plainFailure('保存失败')).message).toBe('保存失败');
});
