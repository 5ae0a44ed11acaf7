import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UploadSignature, UploadState } from '#contract/publish.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { originalFile } from '#server/modules/publishing/index.ts';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { makePdf } from '../support/documents.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let beside: BesideSite;
let publisher: { id: number; token: string };
beforeAll(async () => {
  site = await startSite();
  beside = await besideSite(site);
  publisher = await beside.person('13700000001');
});
afterAll(async () => {
  await beside?.stop();
  await site?.stop();
});

/**
 * From now on the site's writes fail beyond this size, as on a full disk: the kernel refuses them in the middle of a file. The
 * database is another process and goes on.
 */
function limitFiles(bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(site.pid), `--fsize=${bytes}:unlimited`]);
}

async function send(signed: UploadSignature, data: Uint8Array) {
  const answer = await fetch(`${site.url}/gateway/upload/${signed.upload_key}?offset=0`, {
    method: 'POST',
    headers: {
      token: publisher.token,
      'x-upload-policy': signed.policy,
      'x-upload-signature': signed.signature,
      'content-type': 'application/octet-stream',
    },
    body: Buffer.from(data),
  });
  return { status: answer.status, body: (await answer.json()) as { code: number; msg: string; data: UploadState } };
}

/** Every file of the site but the database and what is still arriving. */
function keptFiles(): string[] {
  return ['private', 'public', 'scratch'].flatMap((area) => {
    const folder = join(site.data_dir, area);
    if (!statSync(folder, { throwIfNoEntry: false })) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  });
}

it('answers an upload to a full disk readably, keeps nothing half, and takes the same upload when there is room', async () => {
  const data = await makePdf({ pages: 2 });
  const { body } = await beside.call<UploadSignature>('POST', '/api/oss/signature_new', publisher.token, {
    type: 'scheme',
    save_name: '方案.pdf',
    size: data.byteLength,
  });
  limitFiles(4_096);
  try {
    expect(data.byteLength).toBeGreaterThan(4_096);
    const refused = await send(body.data, data);
    expect(refused).toMatchObject({ status: 507, body: { code: 1, msg: '存储空间不足，请稍后再试' } });
    expect(keptFiles()).toEqual([]);
    const state = await beside.call<UploadState>('GET', `/upload/${body.data.upload_key}`, publisher.token);
    expect(state.body.data).toMatchObject({ status: 'open', received_bytes: 0 });
    expect((await fetch(`${site.url}/`)).status).toBe(200);
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  } finally {
    limitFiles('unlimited');
  }
  const taken = await send(body.data, data);
  expect(taken.body).toMatchObject({ code: 0, data: { status: 'done' } });
  const file = await originalFile(beside.ctx(), taken.body.data.file?.id ?? 0);
  expect(file?.sha256).toBe(sha256(data));
});
