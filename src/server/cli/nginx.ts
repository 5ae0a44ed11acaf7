import { isAbsolute } from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '../kernel/errors.ts';
import { type Command, print } from './command.ts';
import { nginxText } from './nginx-text.ts';

const PLACE = /^(?:\[[0-9a-f:]+\]|[\w.-]+):\d{1,5}$/i;
const NAME = /^[\w*][\w.*-]*$/;
/** What would end a quoted string of nginx, or begin a variable in it. */
const ODD = /["\\$\n\r]/;

export const nginxCommand: Command = {
  usage:
    '--upstream 127.0.0.1:4321,127.0.0.1:4322 [--down 127.0.0.1:4322] [--server-name 域名] [--cert 文件 --key 文件] [--listen 端口] [--http 端口] [--static dist/client 的绝对路径] [--dir 目录]',
  about: '打印 nginx 配置：多个站点进程在同一地址之后（见 docs/growth.md）',
  async run(args) {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args,
      options: {
        upstream: text,
        down: text,
        'server-name': text,
        cert: text,
        key: text,
        listen: text,
        http: text,
        static: text,
        dir: text,
      },
    });
    const upstream = placesOf('--upstream', values.upstream);
    const down = placesOf('--down', values.down);
    if (upstream.length === 0) throw new StartError('--upstream 应列出站点进程的地址，以逗号分隔，例如 127.0.0.1:4321,127.0.0.1:4322');
    const stranger = down.find((place) => !upstream.includes(place));
    if (stranger !== undefined) throw new StartError(`--down 中的 ${stranger} 不在 --upstream 中`);
    if (down.length >= upstream.length) throw new StartError('--down 不能包含全部进程：至少要有一个在服务');
    const names = (values['server-name'] ?? '').split(/[\s,]+/).filter(Boolean);
    for (const name of names) if (!NAME.test(name)) throw new StartError(`--server-name 中的 ${JSON.stringify(name)} 不是域名`);
    if ((values.cert === undefined) !== (values.key === undefined)) throw new StartError('--cert 与 --key 要同时给出');
    for (const option of ['cert', 'key', 'static', 'dir'] as const) {
      const path = values[option];
      if (path !== undefined && (!isAbsolute(path) || ODD.test(path)))
        throw new StartError(`--${option} 应为绝对路径，且不含引号、反斜线与 $`);
    }
    const tls = values.cert !== undefined && values.key !== undefined ? { cert: values.cert, key: values.key } : null;
    const listen = values.listen ?? (tls ? '443' : '80');
    const http = values.http ?? '80';
    for (const [option, value] of Object.entries({ listen, http }))
      if (!/^(?:[\w.:[\]-]+:)?\d{1,5}$/.test(value)) throw new StartError(`--${option} 应为端口或 地址:端口`);
    print(nginxText({ upstream, down, names, tls, listen, http, static_dir: values.static ?? null, dir: values.dir ?? null }));
    return 0;
  },
};

function placesOf(option: string, text = ''): string[] {
  const places = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  for (const place of places) if (!PLACE.test(place)) throw new StartError(`${option} 中的 ${JSON.stringify(place)} 应为 主机:端口`);
  return [...new Set(places)];
}
