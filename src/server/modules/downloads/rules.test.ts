import CryptoJS from 'crypto-js';
import { expect, it } from 'vitest';
import { contentDisposition, encryptLink, fileName, linkCipher, readDownload, readPage, signDownload, signPage } from './rules.ts';

const link = { item_id: 12, user_id: 34, expires_at: new Date(1_800_000_000_000) };

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
  expect(contentDisposition("年会('a').pdf")).toBe(
    `attachment; filename="cemao.pdf"; filename*=UTF-8''%E5%B9%B4%E4%BC%9A%28%27a%27%29.pdf`,
  );
});
