import { describe, expect, it } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { ConsoleFound } from '#contract/admin.ts';
import { createConsoleSearch, type JumpScreen, jumpsFor } from './console-search.store.ts';

const screens: JumpScreen[] = [
  { title: '订单', route: '/admin/orders', verb: 'order.see', group: '交易' },
  { title: '操作记录', route: '/admin/audit', verb: 'audit.see', group: '设置' },
];
const found = (title: string): ConsoleFound[] => [
  { list: 'users', title: '用户', screen: '/admin/users', hits: [{ title, about: '', href: '/admin/user?id=1' }], all: '' },
];

describe('jumps', () => {
  it('are screens whose name holds the words, as the roles may open them', () => {
    const names = (roles: string[], words: string) => jumpsFor(screens, roles, words).map(({ title }) => title);
    expect([names(['operator'], ' 单 '), names(['operator'], '记录'), names(['admin'], '记录'), names(['admin'], '')]).toEqual([
      ['订单'],
      [],
      ['操作记录'],
      [],
    ]);
  });
});

describe('the console search', () => {
  it('asks only when it is told to, once for what was typed', async () => {
    const asked: string[] = [];
    const { $state, actions } = createConsoleSearch((words) => {
      asked.push(words);
      return Promise.resolve(found(words));
    });
    actions.type(' 星河 ');
    expect(asked).toEqual([]);
    await actions.search();
    expect([asked, $state.get().asked, $state.get().found[0]?.hits[0]?.title]).toEqual([['星河'], '星河', '星河']);
    actions.type('星河策');
    expect([$state.get().asked, $state.get().found]).toEqual(['', []]);
    actions.type('  ');
    await actions.search();
    expect(asked).toEqual(['星河']);
  });

  it('shows no answer to words that were changed meanwhile', async () => {
    const answers: Array<(found: ConsoleFound[]) => void> = [];
    const { $state, actions } = createConsoleSearch(() => new Promise((resolve) => answers.push(resolve)));
    actions.type('一');
    const first = actions.search();
    actions.type('二');
    const second = actions.search();
    answers[1]?.(found('二'));
    await second;
    answers[0]?.(found('一'));
    await first;
    expect([$state.get().asked, $state.get().found[0]?.hits[0]?.title]).toEqual(['二', '二']);
  });

  it('keeps what was typed when the call fails', async () => {
    const { $state, actions } = createConsoleSearch(() =>
      Promise.reject(new ApiError({ code: 1, msg: '请稍后再试', status: 429, request_id: 'r5' })),
    );
    actions.type('13800000000');
    await actions.search();
    expect($state.get()).toMatchObject({
      words: '13800000000',
      failure: { message: '请稍后再试', request_id: 'r5' },
      busy: false,
      found: [],
    });
  });
});
