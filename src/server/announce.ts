import type { Booted } from './boot.ts';
import type { Config } from './config/config.ts';

const NOT_ISOLATED = '请在 Linux 上安装 bubblewrap，并允许本进程建立命名空间（docs/decisions/0030-documents-in-child-processes.md）';

/** What the start prints once the site can be reached: address, where the data lies, what it cannot do, how to sign in to the demo. */
export async function startText(config: Config, booted: Booted): Promise<string> {
  const { documents } = booted.app.providers;
  const [conversion, isolated] = await Promise.all([documents.conversion(), documents.isolated()]);
  const inside = booted.cluster?.folder.startsWith(config.data_dir) ?? true;
  const lines = [
    `策猫 ${config.site_url}`,
    `数据目录 ${config.data_dir}${booted.cluster ? '' : '（数据库：DATABASE_URL）'}`,
    ...(inside ? [] : [`数据库在 ${booted.cluster?.folder}（数据目录对系统用户 postgres 不可达）`]),
  ];
  lines.push(isolated ? '文档在隔离环境中处理（bubblewrap：无网络，无其他文件）' : `文档未能隔离处理：${NOT_ISOLATED}`);
  if (!conversion.possible) lines.push(`不接受 PPTX：${isolated ? '没有找到 LibreOffice' : 'LibreOffice 只在隔离环境中运行'}`);
  const accounts = booted.app.sandbox_accounts;
  if (accounts.length > 0) {
    lines.push('演示账号：', ...accounts.map(({ role, mobile, password }) => `  ${mobile}  ${password}  ${role}`));
    lines.push(`  短信与付款在 ${config.site_url}/sandbox`);
  }
  return `${lines.join('\n')}\n`;
}
