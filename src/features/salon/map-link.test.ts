import { expect, it } from 'vitest';
import { mapLink } from './map-link.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 15; V2405A) AppleWebKit/537.36 Chrome/138.0 Mobile Safari/537.36';

it.each([
  ['an Android phone', ANDROID, 'geo:0,0?q=%E4%B8%8A%E6%B5%B7'],
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
    'https://maps.apple.com/?q=%E4%B8%8A%E6%B5%B7',
  ],
  ['a desk', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/138.0 Safari/537.36', null],
  ['WeChat, which opens no app', `${ANDROID} MicroMessenger/8.0.60`, null],
])('leads to the map app of %s, or nowhere', (_, user_agent, link) => {
  expect(mapLink(user_agent, '上海')).toBe(link);
});
