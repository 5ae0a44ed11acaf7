import { parseHTML } from 'linkedom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Suggestion } from '#contract/suggestion.ts';

const asked: Array<{ keyword: string; signal: AbortSignal; answer: (rows: Suggestion[]) => void }> = [];
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    // a server that answers also what was given up
    'GET /index/search/suggest': ({ keyword = '' }, { signal }) =>
      new Promise<Suggestion[]>((answer) => {
        asked.push({ keyword, signal: signal as AbortSignal, answer });
      }),
  });
});
const { offerSuggestions } = await import('./suggest.ts');

let page: ReturnType<typeof parseHTML>;
let field: HTMLInputElement;
const assign = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  page = parseHTML('<html><body><form><input name="keyword"></form></body></html>');
  field = page.document.querySelector('input') as HTMLInputElement;
  for (const [on, name, value] of [
    [field, 'form', page.document.querySelector('form')],
    [page.document, 'activeElement', field],
  ] as const)
    Object.defineProperty(on, name, { value, configurable: true });
  vi.stubGlobal('document', page.document);
  assign.mockClear();
  vi.stubGlobal('location', { assign });
  Object.defineProperty(field, 'defaultValue', { value: '', configurable: true });
  offerSuggestions(field);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const type = async (text: string) => {
  field.value = text;
  field.dispatchEvent(new page.Event('input'));
  await vi.advanceTimersByTimeAsync(200);
};
const answer = async (at: number, rows: Suggestion[]) => {
  asked[at]?.answer(rows);
  await vi.advanceTimersByTimeAsync(0);
};
const press = (key: string) => field.dispatchEvent(Object.assign(new page.Event('keydown', { cancelable: true }), { key }));
const texts = () => [...page.document.querySelectorAll('[role=option]')].map((option) => option.textContent);
const word = (text: string): Suggestion => ({ group: 'word', text });

it('27.7 a late answer never takes the place of a newer one', async () => {
  await type('年');
  await type('年会');
  expect(asked.map(({ keyword }) => keyword)).toEqual(['年', '年会']);
  expect(asked[0]?.signal.aborted).toBe(true);
  await answer(1, [word('年会盛典')]);
  await answer(0, [word('年货')]);
  expect(texts()).toEqual(['年会盛典']);
});

it('27.7 what is typed while an answer is on its way gives it up before the pause ends', async () => {
  await type('年');
  field.value = '发';
  field.dispatchEvent(new page.Event('input'));
  await answer(0, [word('年会')]);
  expect(texts()).toEqual([]);
});

it('27.7 arrows choose through the named groups; a work opens, a word is searched for', async () => {
  await type('年');
  await answer(0, [word('年会'), { group: 'work', text: '星河年会', href: '/programme/detail?id=7', note: '方案' }]);
  expect([...page.document.querySelectorAll('[role=group]')].map((group) => group.ariaLabel)).toEqual(['搜索词', '作品']);
  press('ArrowDown');
  expect(field.value).toBe('年会');
  press('ArrowDown');
  expect(field.value).toBe('年');
  expect(field.getAttribute('aria-activedescendant')).toBe(page.document.querySelectorAll('[role=option]')[1]?.id);
  press('Enter');
  expect(assign).toHaveBeenCalledWith('/programme/detail?id=7');
});

const ROWS: Suggestion[] = [
  word('年会'),
  { group: 'way', text: '年会 · 免费', href: '/search?keyword=年会+免费' },
  { group: 'work', text: '星河年会', href: '/programme/detail?id=7', note: '方案' },
  { group: 'publisher', text: '年轮策划', href: '/user?uid=3', note: '3 件作品' },
];

it.each(ROWS.map((row, at) => [row.group, at, row] as const))(
  '27.7 a %s is reached by the arrows from both ends and taken by Enter',
  async (_group, at, row) => {
    const send = vi.fn();
    (field.form as HTMLFormElement).requestSubmit = send;
    await type('nh');
    await answer(0, ROWS);
    for (let n = 0; n <= at; n++) press('ArrowDown');
    expect(field.value).toBe(row.href ? 'nh' : row.text);
    for (let n = 0; n <= at; n++) press('ArrowUp');
    expect(field.value).toBe('nh');
    expect(field.getAttribute('aria-activedescendant')).toBeNull();
    for (let n = at; n < ROWS.length; n++) press('ArrowUp');
    expect(page.document.querySelectorAll('[role=option]')[at]?.ariaSelected).toBe('true');
    const sent = press('Enter');
    // a word is sent by the form itself
    expect([sent, assign.mock.calls]).toEqual([!row.href, row.href ? [[row.href]] : []]);
  },
);

it('27.7 a finger that moves the list, or a right press, takes nothing; a press that ends does, and the field keeps the focus', async () => {
  await type('nh');
  await answer(0, ROWS);
  const option = page.document.querySelectorAll('[role=option]')[2] as HTMLElement;
  const on = (name: string) => option.dispatchEvent(new page.Event(name, { bubbles: true, cancelable: true }));
  expect([on('pointerdown'), on('mousedown'), assign.mock.calls]).toEqual([true, false, []]);
  on('click');
  expect(assign).toHaveBeenCalledWith('/programme/detail?id=7');
});

it('27.7 what was typed before this code came is asked for', async () => {
  const other = page.document.createElement('input');
  for (const [name, value] of [
    ['form', page.document.querySelector('form')],
    ['defaultValue', ''],
  ] as const)
    Object.defineProperty(other, name, { value, configurable: true });
  other.value = '鲸落';
  offerSuggestions(other);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked.map(({ keyword }) => keyword)).toEqual(['鲸落']);
});

it('27.7 Escape closes and gives back what was typed; a second one is left to what is around', async () => {
  await type('nh');
  await answer(0, ROWS);
  press('ArrowDown');
  expect(press('Escape')).toBe(false);
  expect([
    field.value,
    field.getAttribute('aria-expanded'),
    page.document.querySelector<HTMLElement>('.search-suggestions')?.hidden,
  ]).toEqual(['nh', 'false', true]);
  expect(press('Escape')).toBe(true);
  expect(press('ArrowDown')).toBe(true);
});

it('27.7 keys of an input method that still chooses signs are its own', async () => {
  await type('nianhui');
  await answer(0, ROWS);
  press('ArrowDown');
  for (const key of ['Enter', 'ArrowDown', 'ArrowUp', 'Escape'])
    for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
      const event = Object.assign(new page.Event('keydown', { cancelable: true }), { key, ...composing });
      expect([key, field.dispatchEvent(event), field.value]).toEqual([key, true, '年会']);
    }
  expect(assign).not.toHaveBeenCalled();
});
