import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ctx, createCtx } from '#server/app/ctx.ts';
import { boot } from '#server/boot.ts';
import { readConfig } from '#server/config/config.ts';
import { makeItem, makePublisher, settleOutbox } from '../support/catalog.ts';
import { type Site, startSite } from '../support/site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist_dir = join(root, '.cache/bench-dist');

export interface BenchSite {
  site: Site;
  /** A published scheme with pages and text. */
  scheme_id: number;
  /** Stops the site and removes its data. */
  stop(): Promise<void>;
}

let built = false;

/** The pages once more, with the empty page beside them, in a folder of their own. */
function buildBenchPages(): void {
  if (built) return;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--outDir', dist_dir],
    { cwd: root, env: { ...process.env, BENCH_PAGES: '1', ASTRO_TELEMETRY_DISABLED: '1' }, encoding: 'utf8' },
  );
  if (status !== 0 || !existsSync(join(dist_dir, 'server/entry.mjs'))) throw new Error(`the pages do not build:\n${stdout}${stderr}`);
  built = true;
}

/** A small world: 60 schemes of 12 pages with text. */
export async function makeBenchWorld(data_dir: string, extra?: (ctx: Ctx) => Promise<void>): Promise<number> {
  const booted = await boot(readConfig({ DATA_DIR: data_dir, SEED: 'none', LOG_LEVEL: 'error' }), { work: false });
  try {
    const ctx = createCtx(booted.app, { kind: 'job', name: 'bench' }, 'bench');
    const publisher_id = await makePublisher(ctx);
    let scheme_id = 0;
    for (let i = 1; i <= 60; i++) {
      scheme_id = await makeItem(ctx, {
        publisher_id,
        title: `第 ${i} 份年会策划方案`,
        introduction: '从主题、流程到预算的完整方案，附执行清单与物料表。'.repeat(6),
        price_fen: 1_990,
        org_price_fen: 2_990,
        tags: ['年会', '舞台', '互动'],
        free_pages: 6,
        page_texts: Array.from({ length: 12 }, (_, page) => `第 ${page + 1} 页：流程与分工，人员与时间安排。`.repeat(8)),
      });
    }
    await settleOutbox(ctx);
    await extra?.(ctx);
    return scheme_id;
  } finally {
    await booted.stop();
  }
}

/** The production process on a small world of its own. */
export async function startBenchSite(env: Record<string, string> = {}, extra?: (ctx: Ctx) => Promise<void>): Promise<BenchSite> {
  buildBenchPages();
  const data_dir = mkdtempSync(join(tmpdir(), 'cemao-bench-'));
  chmodSync(data_dir, 0o755);
  const scheme_id = await makeBenchWorld(data_dir, extra);
  const site = await startSite({ data_dir, env: { DIST_DIR: dist_dir, LOG_LEVEL: 'error', ...env } });
  return {
    site,
    scheme_id,
    async stop() {
      await site.terminate();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

/** Registers over the gateway, reading the code from the sandbox phone. */
export async function signIn(url: string, mobile = '13800000001'): Promise<string> {
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${url}/gateway${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    return ((await answer.json()) as { data: { token: string; list: { code: string }[] } }).data;
  };
  await call('/api/userv2/sendCaptcha', { mobile, exist: 2, purpose: 'register' });
  const { list } = await call(`/sandbox/sms?mobile=${mobile}`);
  const { token } = await call('/api/user/registered', {
    account: mobile,
    captcha: list[0]?.code,
    password: 'bench-secret-1',
    platform: 4,
  });
  return token;
}
