import { expect, it } from 'vitest';
import { headerSearch, LEFT_ON_LOGOUT, NEED_LOGIN, pageFlags } from './page-flags.ts';

it('C-002, K-025, K-026, S-008 hides header and footer where a page is a frame of its own', () => {
  for (const path of ['/login', '/register', '/study/player']) expect(pageFlags(path)).toMatchObject({ header: 'none', footer: false });
  // resources have the frame of all others, whatever their query says: a path is all that is asked
  for (const path of ['/', '/programme', '/design', '/ppt', '/ppt/detail', '/resources', '/loginx', '/study'])
    expect(pageFlags(path)).toEqual({ header: 'standard', footer: true, need_login: false });
});

it('C-400, C-401, S-007 gives the hall its own header, and the chat no footer', () => {
  expect(pageFlags('/receiveOrder/index')).toEqual({ header: 'receive_order', footer: true, need_login: false });
  expect(pageFlags('/receiveOrder/chat')).toEqual({ header: 'receive_order', footer: false, need_login: true });
  expect(headerSearch('receive_order', '年会')).toEqual({
    ...{ action: '/receiveOrder/index', placeholder: '搜索你擅长的领域看看', needs_keyword: false },
  });
  expect(headerSearch('standard', '年会').placeholder).toBe('大家都在搜：年会');
  expect(headerSearch('standard', '')).toEqual({ action: '/search', placeholder: '搜索', needs_keyword: true });
});

it('P-001 says which pages need somebody, and which are left with the session', () => {
  const own = ['/personalCenter', '/personalCenter/myOrder', '/programme/add', '/ppt/edit', '/demand/addJob', '/receiveOrder/new'];
  for (const path of own)
    expect([NEED_LOGIN.test(path), LEFT_ON_LOGOUT.test(path), pageFlags(path).need_login], path).toEqual(Array(3).fill(true));
  for (const path of ['/', '/programme', '/programme/detail', '/personalLecturer', '/addons', '/vip/openVip'])
    expect([NEED_LOGIN.test(path), LEFT_ON_LOGOUT.test(path)], path).toEqual([false, false]);
  for (const path of ['/history', '/vip/payVip', '/integral', '/admin/orders'])
    expect([NEED_LOGIN.test(path), LEFT_ON_LOGOUT.test(path)], path).toEqual([false, true]);
});
