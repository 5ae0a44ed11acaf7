import { describe, expect, it } from 'vitest';
import { arrive, entryAfter, entryOf, type OverlayEntry, type Shown, stepsToList } from './overlay-history.ts';

const LIST = '/programme?sort=new';
const A = '/programme/detail?id=1';
const B = '/programme/detail?id=2';

/** A history with one document, as a browser keeps it: what is behind an entry that is pushed goes. */
function browse(page: string, entries: Array<{ path: string; overlay: OverlayEntry | null }> = [{ path: page, overlay: null }], at = 0) {
  const shown: Shown = { page, overlay: null };
  const here = () => entries[at] as { path: string; overlay: OverlayEntry | null };
  return {
    shown,
    entries,
    open(path: string) {
      const entry = entryAfter(here().overlay, path);
      if (!entry) return;
      entries.splice(++at, entries.length, { path, overlay: entry });
      shown.overlay = path;
    },
    go(by: number) {
      at += by;
      const step = arrive(shown, here().overlay);
      if (step.do === 'show') shown.overlay = step.path;
      if (step.do === 'close') shown.overlay = null;
      return step.do;
    },
    closed: () => stepsToList(here().overlay),
  };
}

describe('history of overlays', () => {
  it('opens, closes with Back, opens again with Forward', () => {
    const reader = browse(LIST);
    reader.open(A);
    expect(reader.go(-1)).toBe('close');
    expect(reader.go(1)).toBe('show');
    expect(reader.shown.overlay).toBe(A);
  });

  it('K-804 walks back through works opened from one another, and closes them all at once', () => {
    const reader = browse(LIST);
    reader.open(A);
    reader.open(B);
    reader.open(B);
    expect(reader.entries).toHaveLength(3);
    expect(reader.go(-1)).toBe('show');
    expect(reader.shown.overlay).toBe(A);
    expect(reader.go(1)).toBe('show');
    expect(reader.closed()).toBe(-2);
    expect(reader.go(reader.closed())).toBe('close');
    expect(reader.go(2)).toBe('show');
    expect(reader.shown.overlay).toBe(B);
  });

  it('leaves alone what other entries of the same document mean', () => {
    const reader = browse(LIST);
    reader.entries.push({ path: `${LIST}&tab=2`, overlay: null });
    expect(reader.go(1)).toBe('nothing');
    reader.open(A);
    // a dialog or the viewer has an entry of its own over the same work
    reader.entries.push({ path: A, overlay: { path: A, depth: 1 } });
    expect(reader.go(1)).toBe('nothing');
    expect(reader.go(-1)).toBe('nothing');
    expect(reader.shown.overlay).toBe(A);
  });

  it('opens its works again after the list itself was loaded anew', () => {
    const entries = [
      { path: LIST, overlay: null },
      { path: A, overlay: { path: A, depth: 1 } },
      { path: B, overlay: { path: B, depth: 2 } },
    ];
    const reader = browse(LIST, entries);
    expect(reader.go(2)).toBe('show');
    expect(reader.go(reader.closed())).toBe('close');
  });

  it('reads its entry from any state', () => {
    expect(entryOf(null)).toBeNull();
    expect(entryOf({ over: 1 })).toBeNull();
    expect(entryOf({ overlay: { path: 5, depth: 1 } })).toBeNull();
    expect(entryOf({ over: 1, overlay: { path: A, depth: 2 } })).toEqual({ path: A, depth: 2 });
  });
});
