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

it('text of a field stays when it is closed, and leaving the page asks until all of it is sent or as it was', () => {
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
