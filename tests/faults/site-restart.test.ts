import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

const time = async () => (await fetch(`${site.url}/gateway/index/index/nowtime`)).json() as Promise<{ code: number }>;

it('adopts the cluster that outlived a kill -9 and answers again on the same data', async () => {
  expect((await time()).code).toBe(0);
  await site.kill9();
  await site.restart();
  expect((await time()).code).toBe(0);
});

it('ends cleanly on SIGTERM', async () => {
  expect(await site.terminate()).toBe(0);
  await site.restart();
});
