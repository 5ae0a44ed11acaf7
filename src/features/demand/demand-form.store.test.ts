import { expect, it } from 'vitest';
import { startOf } from './demand-form.store.ts';

const start = (query: string) => startOf(new URLSearchParams(query));

it('begins with what the page before was about: a work or a resource, a search without result, a label', () => {
  expect(start('from_kind=resource&from_id=7&title=会展中心 A 馆')).toEqual({
    ...{ from_kind: 'resource', from_id: 7 },
    needs: '参考策猫上的“会展中心 A 馆”，希望：\n',
  });
  expect(start('keyword=沙漠露营年会')).toEqual({ keyword: '沙漠露营年会', title: '找“沙漠露营年会”相关的活动服务' });
  expect(start('label=3')).toEqual({ label_id: 3 });
});

it('takes nothing that such a page would not say', () => {
  expect(start('')).toEqual({});
  expect(start('from_kind=../admin&from_id=7&label=-1&keyword=%20')).toEqual({});
  expect(start('from_kind=scheme&from_id=x')).toEqual({});
});
