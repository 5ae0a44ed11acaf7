import { expect, it } from 'vitest';
import { startText } from './announce.ts';
import type { Booted } from './boot.ts';
import type { Config } from './config/config.ts';

const config = { site_url: 'http://127.0.0.1:4321', data_dir: '/data', seed: null } as Config;
const start = (isolated: boolean, possible: boolean) => {
  const documents = { isolated: async () => isolated, conversion: async () => ({ possible, reason: possible ? '' : '请导出为 PDF' }) };
  return startText(config, { app: { providers: { documents }, sandbox_accounts: [] }, cluster: null } as unknown as Booted);
};

it('says at the start whether documents are shut in, and that PPTX is refused where they are not', async () => {
  expect(await start(true, true)).toContain('隔离环境');
  expect(await start(true, true)).not.toContain('不接受 PPTX');
  expect(await start(true, false)).toContain('不接受 PPTX：没有找到 LibreOffice');
  const open = await start(false, false);
  expect(open).toContain('未能隔离');
  expect(open).toContain('bubblewrap');
  expect(open).toContain('不接受 PPTX');
});
