import { expect, it } from 'vitest';
import { keysOf } from './ConsoleSearch.island.tsx';

/** A screen that holds what these selectors find. */
const screen = (holds: readonly string[], buttons: ReadonlyArray<readonly [key: string, text: string]> = []) =>
  ({
    querySelector: (selector: string) => (holds.includes(selector) ? {} : null),
    querySelectorAll: () => buttons.map(([key, textContent]) => ({ getAttribute: () => key, textContent })),
  }) as unknown as ParentNode;
const said = (of: ParentNode) => keysOf(of).map(([keys, what]) => `${keys} ${what}`);

it('promises the keys of what the screen holds, and no others', () => {
  const bare = said(screen([]));
  expect(bare.filter((line) => /行|一项/.test(line))).toEqual([]);
  expect(bare).toContain('? 显示这些按键');
  const list = said(screen(['.staff-table tr[tabindex]', '.staff-table tr[tabindex] a']));
  expect(list).toContain('回车 打开所在的行');
  expect(list).not.toContain('x 选择或取消所在的行');
  const desk = said(
    screen(
      ['.desk-queue'],
      [
        ['a', '通过'],
        ['r', '退回'],
      ],
    ),
  );
  expect(desk).toEqual(expect.arrayContaining(['j，k 看下一项、上一项', '回车 进入所在的一项', 'a 通过', 'r 退回']));
  expect(desk.filter((line) => line.includes('行'))).toEqual([]);
});
