import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

/** Name of a file at the root, a blank, what stands in it. */
const LINE = /^[\w-]{1,100}\.(html|txt|xml) \S.{0,500}$/;

export const verificationFiles = defineSetting(
  'verification_files',
  z.array(z.string().max(620).regex(LINE, '每行写文件名、一个空格和文件内容，例如 baidu_verify_code-x.html abc')).max(20).default([]),
  {
    group: '运维',
    title: '站点验证文件',
    about:
      '搜索引擎验证网站归属时要求放在根目录的文件，每行一个：文件名、一个空格、文件内容，例如“baidu_verify_code-x.html abc”。保存后即可访问。',
  },
);

/** What stands in the file of that name, or null. */
export function verificationText(lines: readonly string[], name: string): string | null {
  const line = lines.find((one) => one.startsWith(`${name} `));
  return line === undefined ? null : line.slice(name.length + 1);
}
