import { expect, test } from 'vitest';
import { changeOf, previewQueries } from './WordAdd.tsx';

test('a list is changed by what was written, not replaced', () => {
  expect(changeOf('trade', ['千人宴', '灯光秀'], '灯光秀\n\n 快闪店 \n快闪店')).toEqual({
    list: 'trade',
    add: ['快闪店'],
    remove: ['千人宴'],
  });
  expect(changeOf('quiet', ['范本'], ' 范本\n')).toBeNull();
});

test('a preview takes five queries', () => {
  expect(previewQueries('一\n二\n三\n三\n四\n五\n六')).toEqual(['一', '二', '三', '四', '五']);
});
