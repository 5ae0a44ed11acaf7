import { expect, it } from 'vitest';
import { KINDS } from './kinds.ts';
import { paths } from './paths.ts';

it('builds the specified addresses', () => {
  expect(paths.detail(KINDS.ppt, 5)).toBe('/ppt/detail?id=5');
  expect(paths.edit(KINDS.scheme, 5)).toBe('/programme/edit?id=5');
  expect(paths.edit({ ...KINDS.talk, paths: { ...KINDS.talk.paths, edit: undefined } }, 5)).toBeNull();
  expect(paths.list(KINDS.scheme, { cid: 3, cid2: undefined })).toBe('/programme?cid=3');
  expect(paths.list(KINDS.ppt)).toBe('/ppt');
  expect(paths.publisher(9)).toBe('/personalLecturer?uid=9');
  expect(paths.publisher(9, 1)).toBe('/personalLecturer?uid=9&type=1');
  expect([paths.openVip(''), paths.openVip('ppt')]).toEqual(['/vip/openVip', '/vip/openVip?vipText=ppt']);
  expect(paths.login('/ppt/detail?id=5')).toBe('/login?from=%2Fppt%2Fdetail%3Fid%3D5');
});
