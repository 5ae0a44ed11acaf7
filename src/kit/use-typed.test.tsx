import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { useTyped } from './use-typed.ts';

afterEach(() => vi.unstubAllGlobals());

let opened: ReturnType<typeof useTyped>;
function Field({ name, first }: { name: string; first: string }) {
  opened = useTyped(name, first);
  return null;
}

/** A field as it opens: its text, and what is typed there. */
function field(name: string, first = ''): [string, (text: string) => void] {
  renderToStaticMarkup(<Field name={name} first={first} />);
  return opened;
}

/** As the browser's: its names are its own keys. */
class Tab {
  [key: string]: unknown;
  getItem(key: string) {
    return this[key] ?? null;
  }
  setItem(key: string, text: string) {
    this[key] = text;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

it('a tab keeps what was typed, by account and field, until it is sent; what is too much for it is asked about', () => {
  const asking = new Set<unknown>();
  vi.stubGlobal('addEventListener', (_name: string, listener: unknown) => asking.add(listener));
  vi.stubGlobal('removeEventListener', (_name: string, listener: unknown) => asking.delete(listener));
  const tab = new Tab();
  vi.stubGlobal('sessionStorage', tab);
  field('question-1')[1]('多大的场地？');
  expect([{ ...tab }, asking.size]).toEqual([{ 'typed:0:question-1': '多大的场地？' }, 0]);
  field('question-2')[1]('很长'.repeat(20_000));
  expect([Object.keys(tab), asking.size]).toEqual([['typed:0:question-1'], 1]);
  field('question-2')[1]('');
  for (let n = 0; n < 60; n++) field(`many-${n}`)[1]('一句');
  expect([Object.keys(tab).length, asking.size]).toEqual([50, 1]);
  for (let n = 0; n < 60; n++) field(`many-${n}`)[1]('');
  field('question-1')[1]('');
  expect([{ ...tab }, asking.size]).toEqual([{}, 0]);
});

it('text of a field stays when it is closed; without storage leaving the page asks until all of it is sent or as it was', () => {
  const asking = new Set<unknown>();
  vi.stubGlobal('addEventListener', (_name: string, listener: unknown) => asking.add(listener));
  vi.stubGlobal('removeEventListener', (_name: string, listener: unknown) => asking.delete(listener));
  field('note-1')[1]('可以再约一次');
  field('edit-2', '原来的话')[1]('改了的话');
  expect([field('note-1')[0], field('edit-2', '原来的话')[0], asking.size]).toEqual(['可以再约一次', '改了的话', 1]);
  field('note-1')[1]('');
  expect([field('note-1')[0], asking.size]).toEqual(['', 1]);
  field('edit-2', '原来的话')[1]('原来的话 ');
  expect(asking.size).toBe(0);
});
