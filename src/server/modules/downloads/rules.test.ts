import CryptoJS from 'crypto-js';
import { expect, it } from 'vitest';
import { FREE_QUOTA } from '#contract/access-table.ts';
import {
  albumItem,
  albumKey,
  encryptLink,
  entryName,
  fileName,
  isCounted,
  isUsedUp,
  linkCipher,
  readDownload,
  readOriginal,
  readPage,
  signDownload,
  signOriginal,
  signPage,
} from './rules.ts';

const link = { item_id: 12, user_id: 34, token_id: 56, expires_at: new Date(1_800_000_000_000) };

it('signs links that only the same secret and purpose open', () => {
  const text = signDownload('s', link);
  expect(readDownload('s', text)).toEqual(link);
  expect(readDownload('other', text)).toBeNull();
  expect(readDownload('s', text.slice(0, -1))).toBeNull();
  expect(readDownload('s', text.replace(/^[^.]+/, 'd'))).toBeNull();
  expect(readDownload('s', '')).toBeNull();
  for (const is_staff of [false, true]) {
    const page = { ...link, page_no: 9, width: 960, is_staff };
    expect(readPage('s', signPage('s', page))).toEqual(page);
    expect(readDownload('s', signPage('s', page))).toBeNull();
  }
  expect(readPage('s', text)).toBeNull();
});

it('signs originals, and names albums that only the same secret knows', () => {
  for (const picture_no of [0, 7]) {
    const original = { ...link, picture_no, is_staff: false };
    expect(readOriginal('s', signOriginal('s', original))).toEqual(original);
    expect(readOriginal('other', signOriginal('s', original))).toBeNull();
    expect(readPage('s', signOriginal('s', original))).toBeNull();
  }
  const key = albumKey('s', 12);
  expect([albumItem('s', key), albumItem('other', key), albumItem('s', albumKey('s', 13))]).toEqual([12, null, 13]);
  for (const wrong of ['', '12', key.slice(0, -1), `c${key}`, `${key}x`]) expect(albumItem('s', wrong)).toBeNull();
});

it('names originals in their order, none twice, whatever they were called', () => {
  expect(entryName(1, 'DSC_0001.JPG', 'jpeg')).toBe('001-DSC_0001.jpg');
  expect(entryName(12, '../../年会/合影', 'png')).toBe('012-年会 合影.png');
  expect(entryName(120, '.jpg', 'webp')).toBe('120-文件.webp');
});

it('encrypts links so that crypto-js opens them', () => {
  const cipher = linkCipher('secret');
  const { Utf8 } = CryptoJS.enc;
  const opened = CryptoJS.AES.decrypt(encryptLink(cipher, '/gateway/download/甲'), Utf8.parse(cipher.key), { iv: Utf8.parse(cipher.iv) });
  expect(opened.toString(Utf8)).toBe('/gateway/download/甲');
});

it('names files safely and in Chinese', () => {
  expect(fileName('2026 年会/策划:方案\u0000"终稿"', 'pdf')).toBe('2026 年会 策划 方案 终稿.pdf');
  expect(fileName('..', 'pptx')).toBe('文件.pptx');
  expect(fileName('长'.repeat(200), 'pdf')).toHaveLength(84);
});

it.each(FREE_QUOTA)('a free item, $reader, $left left, had today $had_today: $answer', ({ reader, left, had_today, answer }) => {
  const counted = isCounted({ allowed: true, right: 'free' }, reader === 'member');
  expect(isUsedUp(counted ? left : -1, had_today)).toBe(answer === 'limit');
  // bought, redeemed or one's own: never counted
  for (const right of ['purchase', 'voucher', 'own', 'member', 'ad'] as const)
    expect(isCounted({ allowed: true, right }, false)).toBe(false);
});
