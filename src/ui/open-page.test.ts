import { beforeEach, expect, it, vi } from 'vitest';
import { openPage } from './open-page.ts';

const assign = vi.fn();
let page: EventTarget;
beforeEach(() => {
  assign.mockClear();
  vi.stubGlobal('location', { assign });
  vi.stubGlobal('addEventListener', (...args: Parameters<EventTarget['addEventListener']>) => page.addEventListener(...args));
  page = new EventTarget();
});

it('opens a page once, however many ask for it on the way, and again after the browser came back', () => {
  openPage('/');
  openPage('/');
  expect(assign.mock.calls).toEqual([['/']]);
  openPage('/login');
  expect(assign.mock.calls).toEqual([['/'], ['/login']]);
  page.dispatchEvent(new Event('pageshow'));
  openPage('/login');
  expect(assign.mock.calls).toEqual([['/'], ['/login'], ['/login']]);
});
