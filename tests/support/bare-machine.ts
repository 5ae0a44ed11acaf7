import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findTool } from '#server/providers/document/find-tool.ts';
import { ensureBuilt } from '../../tools/build.mjs';
import { root as tree } from '../architecture/source.ts';

/** What a command of a page came to. */
export interface Came {
  line: string;
  code: number;
  said: string;
}

/** Where a machine keeps what no page installs: accounts of PAM, fonts, libraries. Absent ones are left out. */
const OF_THE_SYSTEM = [
  'login.defs',
  'default',
  'pam.d',
  'security',
  'nsswitch.conf',
  'alternatives',
  'ld.so.cache',
  'fonts',
  'ssl/openssl.cnf',
  'libreoffice',
];
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** A line that never ends is reported with what came before it. */
const PATIENCE_MS = 1_200_000;
const BEGIN = '\u0001';
const END = '\u0002';

/** As far as a machine without systemd can follow the unit: user, folders, environment, no privileges, a system that cannot be written. */
const SYSTEMCTL = `#!/bin/sh
unit=/etc/systemd/system/cemao.service
of() { sed -n "s/^$1=-\\{0,1\\}//p" $unit; }
stop() {
  [ -s /run/site.pid ] || return 0
  kill -TERM "$(cat /run/site.pid)"
  while kill -0 "$(cat /run/site.pid)" 2>/dev/null; do sleep 0.1; done
  rm /run/site.pid
}
start() {
  user=$(of User) state=/var/lib/$(of StateDirectory) cache=/var/cache/$(of CacheDirectory)
  install -d -m "$(of StateDirectoryMode)" -o "$user" -g "$(of Group)" "$state" "$cache"
  export user state cache backups="$(of ReadWritePaths)" command="$(of ExecStart)" umask="$(of UMask)"
  (
    set -a; . "$(of EnvironmentFile)"
    for one in $(of Environment); do export "$one"; done
    cd "$(of WorkingDirectory)"
    exec unshare -m sh -ec '
      for place in "$state" "$cache" "$backups"; do mount --bind "$place" "$place"; done
      mount -o remount,bind,ro /
      mount -t tmpfs tmpfs /tmp; mount -t tmpfs tmpfs /home; mount -t tmpfs tmpfs /root
      umask $umask
      exec setpriv --reuid "$user" --regid "$user" --init-groups --no-new-privs --bounding-set=-all $command'
  ) >>/var/log/site.log 2>&1 &
  echo $! >/run/site.pid
}
case "$*" in
  daemon-reload) ;;
  'enable --now cemao' | 'start cemao') start ;;
  'stop cemao') stop ;;
  'reload nginx') nginx ;;
  'restart cemao') stop; start ;;
  *) echo "systemctl: $*?"; exit 9 ;;
esac
`;

/** What a person does between two commands. */
const PERSON = `
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
const site = 'http://127.0.0.1:4321';
const call = async (path, body) => {
  const answer = await fetch(site + '/gateway' + path, body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const said = await answer.json();
  if (said.code !== 0) throw new Error(path + ': ' + JSON.stringify(said));
  return said.data;
};
const [what, mobile] = process.argv.slice(2);
if (what === 'wait') {
  for (;;) {
    if (await fetch(site + '/readyz').then((answer) => answer.ok, () => false)) break;
    if (!existsSync('/proc/' + readFileSync('/run/site.pid', 'utf8').trim())) process.exit(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
} else if (what === 'register') {
  await call('/api/userv2/sendCaptcha', { mobile, exist: 2, purpose: 'register' });
  const { list } = await call('/sandbox/sms?mobile=' + mobile);
  await call('/api/user/registered', { account: mobile, captcha: list[0].code, password: 'secret-123', platform: 4 });
} else if (what === 'front') {
  request({ host: '127.0.0.1', path: '/healthz', rejectUnauthorized: false, servername: 'www.example.com', headers: { host: 'www.example.com' } }, (answer) => {
    console.log(answer.statusCode, answer.socket.getPeerCertificate().subject.CN);
    process.exit();
  }).end();
} else {
  const { userinfo } = await call('/api/user/login', { account: mobile, password: 'secret-123', type: 2, platform: 4 });
  console.log(userinfo.account);
}
`;

const program = () => findTool('bwrap', `${process.env['PATH']}:${PATH}`) ?? 'bwrap';

/** Why a machine of its own cannot be made here, or null. */
export function whyNoMachine(): string | null {
  const missing = ['bwrap', 'git', 'npm', 'runuser', 'useradd', 'setpriv', 'unshare', 'nginx', 'openssl'].filter(
    (name) => !findTool(name, `${process.env['PATH']}:${PATH}`),
  );
  if (missing.length > 0) return `without ${missing.join(', ')}`;
  if (process.getuid?.() !== 0) return 'accounts are made by root alone';
  const tried = spawnSync(program(), [...SHUT_IN, '--ro-bind', '/', '/', '--', 'unshare', '-m', 'true'], { encoding: 'utf8' });
  return tried.status === 0 ? null : `bubblewrap: ${tried.stderr.trim()}`;
}

/** Processes, names and network of its own; the accounts are those of the kernel, so that files can belong to the site's. */
const SHUT_IN = [
  '--unshare-pid',
  '--unshare-net',
  '--unshare-ipc',
  '--unshare-uts',
  '--hostname',
  'bare',
  '--die-with-parent',
  '--cap-add',
  'ALL',
];

/** Runs lines one after the other as root of a machine that has the packages of the installing page, and nothing of the site. */
export async function onBareMachine(lines: readonly string[]): Promise<Came[]> {
  await ensureBuilt();
  const work = mkdtempSync(join(tmpdir(), 'cemao-bare-'));
  try {
    const place = join(work, 'root');
    furnish(place);
    publish(join(place, 'srv/repository'));
    writeFileSync(
      join(place, 'srv/lines.sh'),
      lines.map((line, i) => `printf '${BEGIN}${i}\\n'\n${line}\nprintf '${END}%d\\n' $?\n`).join(''),
    );
    const said = await run([
      ...SHUT_IN,
      ...view(place),
      '--chdir',
      '/root',
      '--',
      'sh',
      '-c',
      'mount -t proc proc /proc; exec sh /srv/lines.sh 2>&1',
    ]);
    return lines.map((line, i) => {
      const [, part = ''] = said.split(`${BEGIN}${i}\n`);
      const [text = '', code = ''] = (part.split(BEGIN)[0] ?? '').split(END);
      return { line, said: text, code: code === '' ? -1 : Number.parseInt(code, 10) };
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function furnish(place: string): void {
  for (const folder of [
    'etc/systemd/system',
    'etc/ssl',
    'var/lib',
    'var/log',
    'var/cache',
    'var/backups',
    'opt',
    'srv/sbin',
    'srv/bin',
    'root',
    'home',
    'tmp',
    'run',
    'usr',
    'etc/nginx',
    'var/lib/nginx',
    'var/log/nginx',
    'proc',
    'dev',
    'provided',
  ])
    mkdirSync(join(place, folder), { recursive: true });
  chmodSync(join(place, 'tmp'), 0o1777);
  for (const name of OF_THE_SYSTEM)
    if (existsSync(`/etc/${name}`)) execFileSync('cp', ['-a', `/etc/${name}`, dirname(join(place, 'etc', name))]);
  for (const name of readdirSync('/')) if (lstatSync(`/${name}`).isSymbolicLink()) symlinkSync(readlinkSync(`/${name}`), join(place, name));
  const write = (path: string, text: string, mode = 0o644) => writeFileSync(join(place, path), text, { mode });
  write(
    'etc/passwd',
    'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\nwww-data:x:33:33:www-data:/var/www:/usr/sbin/nologin\n',
  );
  write('etc/group', 'root:x:0:\nnogroup:x:65534:\nwww-data:x:33:\n');
  write('etc/shadow', 'root:*:19000:0:99999:7:::\n', 0o640);
  write('etc/hosts', '127.0.0.1 localhost bare\n');
  write('srv/sbin/systemctl', SYSTEMCTL, 0o755);
  write('srv/sbin/journalctl', '#!/bin/sh\nexec cat /var/log/site.log\n', 0o755);
  write('srv/person.mjs', PERSON);
  const npm = realpathSync(findTool('npm', process.env['PATH'] ?? '') ?? 'npm');
  if (!existsSync('/usr/bin/npm')) write('srv/bin/npm', `#!/bin/sh\nexec node ${npm} "$@"\n`, 0o755);
  if (!existsSync('/usr/bin/node')) symlinkSync('/provided/node_modules/.bin/node', join(place, 'srv/bin/node'));
}

/** A repository with this very tree, and a newer version of it that one can go to. */
function publish(repository: string): void {
  mkdirSync(repository);
  const left_out = ['node_modules', 'dist', 'data', '.git', '.astro', '.cache', '.ci', 'tests', 'test-results', 'coverage'];
  for (const name of readdirSync(tree).filter((one) => !left_out.includes(one) && !one.startsWith('.env')))
    execFileSync('cp', ['-a', join(tree, name), repository]);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'core.compression=0', '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: repository,
      stdio: 'pipe',
    });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'as it is');
  git('tag', 'v9.9.8');
}

function view(place: string): string[] {
  const manifest = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> };
  const modules = '/provided/node_modules';
  return [
    ...['--bind', place, '/', '--ro-bind', '/usr', '/usr', '--proc', '/proc', '--dev', '/dev'],
    ...['--bind', join(place, 'srv/sbin'), '/usr/local/sbin', '--bind', join(place, 'srv/bin'), '/usr/local/bin'],
    ...['--ro-bind', join(tree, 'node_modules'), modules, '--ro-bind', join(tree, 'dist'), '/provided/dist'],
    // an installed site has none of them
    ...Object.keys(manifest.devDependencies).flatMap((name) => ['--tmpfs', `${modules}/${name}`]),
    ...['/var/lib/libreoffice', '/var/cache/fontconfig'].flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--clearenv', '--setenv', 'PATH', PATH, '--setenv', 'HOME', '/root', '--setenv', 'LANG', 'C.UTF-8'],
  ];
}

function run(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program(), args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: PATIENCE_MS, killSignal: 'SIGKILL' });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece: string) => {
        said += piece;
      });
    child.once('error', reject);
    child.once('close', () => resolve(said));
  });
}
