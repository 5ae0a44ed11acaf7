import { createCipheriv, generateKeyPairSync, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signRsa } from './signing.ts';
import { createWechatPay } from './wechat.ts';

const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { key: privateKey, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
};
const [own, theirs] = [pair(), pair()];
const V3 = 'k'.repeat(32);
const SERIAL = 'S1';

let now_ms: number;
/** How often certificates were asked for, and what becomes of the next asking. */
let asked: number;
let failing: boolean;
let answers: Array<() => void>;

const clock = { now: () => new Date(now_ms) };
const make = () =>
  createWechatPay(
    {
      ...{ mchid: '1', appid: 'wx1', serial_no: 'OWN', private_key: own.key.export({ type: 'pkcs8', format: 'pem' }).toString() },
      ...{ api_v3_key: V3, public_key: null, url: 'https://wechat.test', h5: false, app_secret: null, page_url: '', api_url: '' },
    },
    { notify_url: 'https://site.test/notify', clock },
  );

function signed(raw: string): Record<string, string> {
  const [timestamp, nonce] = [String(Math.floor(now_ms / 1000)), 'n'];
  const signature = signRsa(theirs.key, `${timestamp}\n${nonce}\n${raw}\n`);
  return { 'wechatpay-timestamp': timestamp, 'wechatpay-nonce': nonce, 'wechatpay-signature': signature, 'wechatpay-serial': SERIAL };
}

function sealed(text: string) {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(V3), Buffer.from(nonce));
  cipher.setAAD(Buffer.from(''));
  return { nonce, ciphertext: Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64') };
}

beforeEach(() => {
  [now_ms, asked, failing, answers] = [Date.parse('2026-01-02T00:00:00Z'), 0, false, []];
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.endsWith('/v3/certificates')) return new Response('{}', { status: 404 });
    asked += 1;
    await new Promise<void>((resolve) => answers.push(resolve));
    if (failing) return new Response('', { status: 502 });
    const raw = JSON.stringify({ data: [{ serial_no: SERIAL, encrypt_certificate: sealed(theirs.pem) }] });
    return new Response(raw, { headers: signed(raw) });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A callback that nothing can be read of; only whether it was taken for theirs is of interest. */
const notify = (wechat: ReturnType<typeof make>) =>
  wechat.verifyNotify(Buffer.from('{}'), new Headers(signed('{}')), clock.now()).catch((error: Error) => error.message);
const answerAll = async () => {
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0));
  for (const answer of answers.splice(0)) answer();
};

it('asks for certificates once for all who come meanwhile, and every one of them is answered', async () => {
  const wechat = make();
  const two = [notify(wechat), notify(wechat)];
  await answerAll();
  expect(await Promise.all(two)).toEqual(['unreadable', 'unreadable']);
  expect([await notify(wechat), asked]).toEqual(['unreadable', 1]);
});

it('tries again soon after an attempt that failed, and not at once', async () => {
  const wechat = make();
  failing = true;
  const two = [notify(wechat), notify(wechat)];
  await answerAll();
  expect(await Promise.all(two)).toEqual(Array(2).fill('wechat: certificates answered 502'));
  failing = false;
  expect([await notify(wechat), asked]).toEqual(['unsigned', 1]);
  now_ms += 2_000;
  const later = notify(wechat);
  await answerAll();
  expect([await later, asked]).toEqual(['unreadable', 2]);
});

it('asks because of a serial that it does not know once a minute', async () => {
  const wechat = make();
  const first = notify(wechat);
  await answerAll();
  await first;
  const forged = () => wechat.verifyNotify(Buffer.from('{}'), new Headers({ ...signed('{}'), 'wechatpay-serial': 'OTHER' }), clock.now());
  now_ms += 59_000;
  expect([await forged(), asked]).toEqual(['unsigned', 1]);
  now_ms += 1_000;
  const second = forged();
  await answerAll();
  expect([await second, asked]).toEqual(['unsigned', 2]);
});
