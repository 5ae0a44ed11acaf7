import { expect, it } from 'vitest';
import { EMPTY_FORM } from '#contract/publish.ts';
import { moved, withPictures } from './picture-uploads.ts';

it.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 9, 'acb'],
  [1, -4, 'bac'],
  [7, 0, 'abc'],
])('moves the entry at %i to %i', (from, to, order) => expect(moved([...'abc'], from, to).join('')).toBe(order));

it('the cover stays the same picture while it is there, with its focus; else it is the first', () => {
  const form = { ...EMPTY_FORM, pictures: [4, 5, 6], cover_page: 2, cover_focus: { x: 20, y: 80 } };
  expect(withPictures(form, [6, 5, 4])).toEqual({ pictures: [6, 5, 4], cover_page: 2, cover_focus: { x: 20, y: 80 } });
  expect(withPictures(form, [5])).toMatchObject({ cover_page: 1, cover_focus: { x: 20, y: 80 } });
  expect(withPictures(form, [4, 6])).toEqual({ pictures: [4, 6], cover_page: 1, cover_focus: null });
  expect(withPictures({ ...form, cover_page: null, cover_file_id: 9 }, [6])).toMatchObject({
    cover_page: null,
    cover_focus: { x: 20, y: 80 },
  });
});
