import type { Booted } from './boot.ts';
import type { Config } from './config/config.ts';
import { demoAccounts } from './seed/index.ts';

/** What the start prints once the site can be reached: address, where the data lies, how to sign in to the demo. */
export function startText(config: Config, booted: Booted): string {
  const inside = booted.cluster?.folder.startsWith(config.data_dir) ?? true;
  const lines = [
    `策猫 ${config.site_url}`,
    `数据目录 ${config.data_dir}${booted.cluster ? '' : '（数据库：DATABASE_URL）'}`,
    ...(inside ? [] : [`数据库在 ${booted.cluster?.folder}（数据目录对系统用户 postgres 不可达）`]),
  ];
  if (config.seed !== null) {
    lines.push('演示账号：', ...demoAccounts(config).map(({ role, mobile, password }) => `  ${mobile}  ${password}  ${role}`));
    lines.push(`  短信与付款在 ${config.site_url}/sandbox`);
  }
  return `${lines.join('\n')}\n`;
}
