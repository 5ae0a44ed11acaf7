import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Captcha } from '#contract/download.ts';
import { CAPTCHA_TTL_MS, captchaHash } from '#server/modules/captcha/captcha.ts';
import { checkCaptcha } from '#server/modules/captcha/index.ts';
import { captchas } from '#server/modules/captcha/tables.ts';
import { testApp } from '../support/app.ts';

const t = testApp();

/** A captcha whose answer is known: only its hash is stored, so the test stores another. */
async function known(answer: string): Promise<string> {
  const { body } = await t.call<{ captcha: Captcha }>('GET', '/api/tools/captcha');
  const { key } = body.data.captcha;
  await t.app.db
    .update(captchas)
    .set({ answer_hash: captchaHash(t.app, key, answer) })
    .where(eq(captchas.key, key));
  return key;
}

it('sends a raster picture and nothing that says the answer', async () => {
  const { body } = await t.call<{ captcha: Captcha }>('GET', '/api/tools/captcha');
  const { captcha } = body.data;
  expect(Object.keys(captcha).sort()).toEqual(['image', 'key']);
  const png = Buffer.from(captcha.image.replace(/^data:image\/png;base64,/, ''), 'base64');
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 160, height: 56 });
  // no text chunk, no vector, no comment: only what a picture needs
  const chunks = [...png.toString('latin1').matchAll(/(IHDR|PLTE|IDAT|IEND|tEXt|zTXt|iTXt|eXIf|pHYs|tRNS|sBIT|gAMA)/g)].map(
    ([name]) => name,
  );
  expect(chunks.filter((name) => /tEXt|zTXt|iTXt|eXIf/.test(name))).toEqual([]);
  expect(png.includes('<svg')).toBe(false);
  const [row] = await t.app.db.select().from(captchas).where(eq(captchas.key, captcha.key));
  expect(row?.answer_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(body)).not.toContain(row?.answer_hash);
});

it('draws every code anew', async () => {
  const images = await Promise.all(
    Array.from({ length: 5 }, async () => (await t.call<{ captcha: Captcha }>('GET', '/api/tools/captcha')).body.data.captcha.image),
  );
  expect(new Set(images).size).toBe(5);
});

it('F-36 takes the right answer once, whatever its case', async () => {
  const key = await known('ACEF');
  await checkCaptcha(t.ctx(), { key, captcha: ' acef ' });
  await expect(checkCaptcha(t.ctx(), { key, captcha: 'ACEF' })).rejects.toMatchObject({ code: 1, message: '验证码已失效，请换一张' });
});

it('64 parallel uses of one captcha: one wins', async () => {
  const key = await known('HJKM');
  const results = await Promise.allSettled(Array.from({ length: 64 }, () => checkCaptcha(t.ctx(), { key, captcha: 'HJKM' })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('allows five tries, also when they come at once', async () => {
  const key = await known('NPRT');
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => checkCaptcha(t.ctx(), { key, captcha: 'AAAA' })));
  const texts = results.map((result) => (result.status === 'rejected' ? (result.reason as Error).message : 'right'));
  expect(texts.filter((text) => text === '验证码错误，请重新输入')).toHaveLength(5);
  await expect(checkCaptcha(t.ctx(), { key, captcha: 'NPRT' })).rejects.toThrow('验证码已失效，请换一张');
});

it('expires after five minutes and asks for an answer', async () => {
  const key = await known('WXY3');
  await expect(checkCaptcha(t.ctx(), { key, captcha: '  ' })).rejects.toMatchObject({ code: 1, message: '请输入验证码' });
  t.clock.advance_ms(CAPTCHA_TTL_MS);
  await expect(checkCaptcha(t.ctx(), { key, captcha: 'WXY3' })).rejects.toThrow('验证码已失效，请换一张');
  await expect(checkCaptcha(t.ctx(), { key: 'unknown', captcha: 'WXY3' })).rejects.toThrow('验证码已失效，请换一张');
});
