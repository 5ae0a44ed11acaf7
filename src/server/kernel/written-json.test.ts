import { expect, it } from 'vitest';
import { closeObject, openObject, WrittenJson } from './written-json.ts';

const read = ({ pieces }: WrittenJson) => JSON.parse(Buffer.concat(pieces).toString()) as unknown;

it('is the JSON of both halves together, whatever they hold', () => {
  const shared = { title: '「年会」"方案"', list: [1, { a: null }], gone: undefined };
  expect(read(new WrittenJson([openObject(shared), closeObject({ mine: true, text: '}' })]))).toEqual({
    title: '「年会」"方案"',
    list: [1, { a: null }],
    mine: true,
    text: '}',
  });
  expect(read(new WrittenJson([openObject({}), closeObject({ mine: 1 })]))).toEqual({ mine: 1 });
});
