import { afterEach, expect, it, vi } from 'vitest';
import { $toasts } from '#client/toast.ts';
import { guardEmptySearch } from './empty-search.ts';

/** As much of a form and of its field as the guard looks at. */
class FakeField {
  value = '';
  focus = vi.fn();
}
class FakeForm {
  readonly #action: string;
  readonly #field: FakeField;
  constructor(action: string, field: FakeField) {
    this.#action = action;
    this.#field = field;
  }
  getAttribute = () => this.#action;
  elements = { namedItem: () => this.#field };
}

function submit(action: string, keyword: string) {
  vi.stubGlobal('HTMLFormElement', FakeForm);
  vi.stubGlobal('HTMLInputElement', FakeField);
  const root = new EventTarget();
  guardEmptySearch(root as Document);
  const field = new FakeField();
  field.value = keyword;
  const event = new Event('submit', { cancelable: true });
  Object.defineProperty(event, 'target', { value: new FakeForm(action, field) });
  root.dispatchEvent(event);
  return { stopped: event.defaultPrevented, field };
}

afterEach(() => {
  vi.unstubAllGlobals();
  $toasts.set([]);
});

it('F-52, U-47 an empty keyword goes nowhere, says 请输入关键词 as a remark and gives the field back', async () => {
  for (const nothing of ['', '  ']) {
    const { stopped, field } = submit('/search', nothing);
    expect([stopped, field.focus.mock.calls.length]).toEqual([true, 1]);
  }
  await vi.waitFor(() => expect($toasts.get()).toMatchObject([{ kind: 'note', text: '请输入关键词' }]));
});

it('a keyword is searched, and other forms are none of its business', () => {
  expect(submit('/search', '年会').stopped).toBe(false);
  expect(submit('/login', '').stopped).toBe(false);
});
