import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { commands } from '#server/cli/commands.ts';
import { OWN_OF_A_PROCESS } from '#server/config/config.ts';
import { root } from './source.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const folder = 'docs/operations';
const pages = readdirSync(join(root, folder));

/** Names that the configuration reads: single ones, and the beginnings of groups. */
function readNames(): { single: string[]; groups: string[] } {
  const config = read('src/server/config/config.ts');
  const schema = /envSchema = z\.object\(\{([\s\S]*?)\n\}\);/.exec(config)?.[1] ?? '';
  return {
    single: [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = '']) => name),
    groups: [...read('src/server/config/providers.ts').matchAll(/group\(env, '[^']+', '([A-Z_]+_)'/g)].map(([, name = '']) => name),
  };
}

const matches = (told: string, name: string) => told === name || (told.endsWith('*') && name.startsWith(told.slice(0, -1)));

it('README names every variable that the configuration reads, and no other', () => {
  const { single, groups } = readNames();
  expect(single.length).toBeGreaterThan(15);
  expect(groups.length).toBeGreaterThan(7);
  const table = /## Configuration\n([\s\S]*?)\n## /.exec(read('README.md'))?.[1] ?? '';
  const told = [...table.matchAll(/^\| `([A-Z_]+\*?)` \|/gm)].map(([, name = '']) => name);
  // what every system has is no variable of ours
  const ours = single.filter((name) => name !== 'PATH');
  expect(ours.filter((name) => !told.some((one) => matches(one, name)))).toEqual([]);
  expect(groups.filter((prefix) => !told.some((one) => one.startsWith(prefix)))).toEqual([]);
  const known = [...ours, 'SECRET_*', ...groups];
  expect(told.filter((one) => !known.some((name) => one === name || one.replace('*', '').startsWith(name)))).toEqual([]);
});

it('O12 the page of the environment says of every variable whether all processes share it', () => {
  const { single, groups } = readNames();
  const page = read(join(folder, 'environment.md'));
  const named = (head: string) => {
    const table = new RegExp(`^\\| ${head} \\|.*\\n\\| --- .*\\n((?:\\|.*\\n)+)`, 'm').exec(page)?.[1] ?? '';
    return [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z_]+)\*?`/g)].map(([, name = '']) => name),
    );
  };
  const own: readonly string[] = OWN_OF_A_PROCESS;
  expect(named('a process may have its own').toSorted()).toEqual(own.toSorted());
  const shared = [...single.filter((name) => !own.includes(name)), ...groups, 'SECRET_'];
  expect(named('the same in all processes').toSorted()).toEqual(shared.toSorted());
});

it('README shows pictures that there are, leads to pages that there are, and names commands that npm knows', () => {
  const readme = read('README.md');
  const pictures = [...readme.matchAll(/!\[([^\]]+)\]\(([^)]+)\)/g)];
  expect(pictures.length).toBeGreaterThan(2);
  const targets = [...readme.matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => target).filter((target) => !/^https?:/.test(target));
  expect(targets.filter((target) => !existsSync(join(root, target)))).toEqual([]);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...readme.matchAll(/\bnpm (?:run ([a-z]+)|(start|test))\b/g)].map(([, run, plain]) => run ?? plain ?? '');
  expect(named).toEqual(expect.arrayContaining(['start', 'test']));
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  const docs = read('src/server/http/gateway-docs.ts');
  for (const path of ['/docs', '/docs/openapi.json']) {
    expect(readme).toContain(`\`/gateway${path}\``);
    expect(docs).toContain(`hono.get('${path}'`);
  }
});

it('pages for operators, the units and their environment name variables and commands that there are', () => {
  const { single, groups } = readNames();
  for (const page of pages) {
    const text = read(join(folder, page));
    const named = [
      ...text.matchAll(/`([A-Z][A-Z_]{3,}\*?)`/g),
      ...text.matchAll(/^#?([A-Z_]{4,})=/gm),
      ...(page.endsWith('.service') ? text.matchAll(/\b([A-Z_]{4,})=/g) : []),
    ].map(([, name = '']) => name);
    const unknown = named.filter(
      (name) =>
        // Node reads its own
        !['SECRET_*', 'DATA', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS'].includes(name) &&
        !single.includes(name) &&
        !groups.some((prefix) => name.startsWith(prefix)),
    );
    expect([page, unknown]).toEqual([page, []]);
    for (const [, command = ''] of text.matchAll(/(?:src\/cli\.ts|`cemao) ([a-z-]+)/g))
      expect([page, Object.keys(commands)]).toEqual([page, expect.arrayContaining([command])]);
  }
});

it('pages lead to pages that there are, and the index names each', () => {
  const index = read(join(folder, 'README.md'));
  for (const page of pages.filter((name) => name.endsWith('.md'))) {
    if (page !== 'README.md') expect(index).toContain(`(${page})`);
    for (const [, target = ''] of read(join(folder, page)).matchAll(/\]\(([\w.-]+\.md)\)/g))
      expect([page, target, pages.includes(target)]).toEqual([page, target, true]);
  }
});

it('the Chinese page has no command that the English ones lack, and names parts of groups that there are', () => {
  const chinese = read(join(folder, 'open-a-shop.zh-CN.md'));
  const english = pages.filter((name) => name.endsWith('.md') && !name.includes('.zh-CN')).map((name) => read(join(folder, name)));
  const lines = [...chinese.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.filter((line) => !english.some((page) => page.includes(line)))).toEqual([]);
  const readme = read('README.md');
  for (const [, group = '', part = ''] of chinese.matchAll(/`(WECHATPAY|ALIPAY|ALIYUN_SMS|MAIL)_([A-Z0-9_]+)`/g))
    expect(new RegExp(`^\\| \`${group}_\\*\`.*\`${part}\``, 'm').test(readme), `${group}_${part}`).toBe(true);
});

/** What the source of `doctor` can say: a mark and a title for each call, as often as it stands there. */
function saidByDoctor(source: string): string[] {
  const marks: Record<string, string> = { ok: '✓', warn: '!', bad: '✗' };
  return source.split(/\n(?=(?:export )?function )/).flatMap((part) => {
    const own = /const title = '([^']+)'/.exec(part)?.[1] ?? [...part.matchAll(/title: '([^']+)'/g)].map(([, title]) => title).join('、');
    const calls = [...part.matchAll(/\b(ok|warn|bad)\(\s*(?:'([^']+)'|title)\s*,/g)];
    return calls.map(([, level = '', title = own]) => `${marks[level]} ${title}`);
  });
}

it('the page of doctor has every line that it can say, in its words, and its exit codes', () => {
  const source = read('src/server/cli/doctor/judge-facts.ts');
  const page = read(join(folder, 'doctor.md'));
  const rows = [...page.matchAll(/^\| ([✓!✗]) \| ([^|]+) \| ([^|]+) \|(.*)\|$/gm)].map(([, mark, title, text = '', todo = '']) => ({
    line: `${mark} ${title}`,
    text,
    todo: todo.trim(),
  }));
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.map(({ line }) => line).toSorted()).toEqual(saidByDoctor(source).toSorted());
  const words = source + read('src/server/modules/operations/backups.ts') + read('src/server/modules/operations/rules.ts');
  for (const { line, text, todo } of rows) {
    const parts = text.split('…').map((part) => part.trim());
    expect([line, parts.filter((part) => !words.includes(part))]).toEqual([line, []]);
    expect([line, todo !== '']).toEqual([line, !line.startsWith('✓')]);
  }
  for (const code of [0, 1]) expect(page).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'));
});

/** `Name=value` lines of a unit, by name. */
const settingsOf = (text: string): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const [, name = '', value = ''] of text.matchAll(/^([A-Z]\w+)=(.*)$/gm)) found.set(name, [...(found.get(name) ?? []), value]);
  return found;
};

const units = pages.filter((name) => name.endsWith('.service'));

it('units start what there is, tell only the site to stop, give it time, and leave bubblewrap what it needs', () => {
  expect(units).toEqual(['cemao.service', 'cemao@.service']);
  for (const unit of units) {
    const settings = settingsOf(read(join(folder, unit)));
    const [started = ''] = settings.get('ExecStart') ?? [];
    const [program = '', script = ''] = started.split(' ');
    expect(existsSync(join(root, program.replace('/opt/cemao/', '')))).toBe(true);
    expect(existsSync(join(root, script))).toBe(true);
    expect(settings.get('KillMode')).toEqual(['mixed']);
    // requests 4 s, jobs 3 s, transactions 1 s
    expect(Number(settings.get('TimeoutStopSec')?.[0])).toBeGreaterThan(10);
    expect(settings.get('ProtectSystem')).toEqual(['strict']);
    for (const name of [
      'RestrictNamespaces',
      'SystemCallFilter',
      'ProtectKernelTunables',
      'ProtectProc',
      'MemoryDenyWriteExecute',
      'PrivateUsers',
    ])
      expect([unit, name, settings.has(name)]).toEqual([unit, name, false]);
    expect(settings.get('EnvironmentFile')).toEqual(['/etc/cemao/cemao.env']);
    expect(parseEnv(read(join(folder, 'cemao.env')))['DATA_DIR']).toBe(`/var/lib/${settings.get('StateDirectory')?.[0]}`);
  }
});

/** As systemd reads a file of assignments: a `#` begins a comment at the beginning of a line only, double quotes come off. */
const asSystemd = (text: string) =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(?:"([^"]*)"|(.*))$/gm)].map(([, name, quoted, bare]) => [name, quoted ?? bare]));

it('O7 the template of the environment means the same to systemd and to the command line, whatever is filled in', () => {
  const every = read(join(folder, 'cemao.env'))
    .replace(/^#(?=[A-Z_]+=)/gm, '')
    .replaceAll('password', 'p&s;w#r$d')
    .replace(/^([A-Z_]+)=([^"\n]*[&;#$][^"\n]*)$/gm, '$1="$2"');
  expect(Object.keys(asSystemd(every)).length).toBeGreaterThan(15);
  expect(asSystemd(every)['MAIL_FROM']).toBe('策猫 <no-reply@example.com>');
  expect(asSystemd(every)['MAIL_URL']).toContain('p&s;w#r$d');
  expect({ ...parseEnv(every) }).toEqual(asSystemd(every));
});

it('O8 every command of the pages runs as written: as the user of the site, with its whole environment', () => {
  const work = mkdtempSync(join(tmpdir(), 'cemao-commands-'));
  try {
    const place = { '/opt/cemao': join(work, 'opt'), '/etc/cemao': join(work, 'etc') };
    const placed = (text: string) => Object.entries(place).reduce((all, [from, to]) => all.replaceAll(from, to), text);
    for (const sub of ['opt/src', 'opt/node_modules/.bin', 'etc', 'bin']) mkdirSync(join(work, sub), { recursive: true });
    const program = (path: string, text: string) => writeFileSync(join(work, path), text, { mode: 0o755 });
    program('bin/cemao', placed(read(join(folder, 'cemao'))));
    program('bin/runuser', '#!/bin/sh\n[ "$1 $2 $3" = "-u cemao --" ] || exit 9\nshift 3\nexec "$@"\n');
    symlinkSync(process.execPath, join(work, 'opt/node_modules/.bin/node'));
    program('opt/src/cli.ts', 'console.log(JSON.stringify({ args: process.argv.slice(2), env: process.env }));');
    const environment = read(join(folder, 'cemao.env')).replace(/^#(?=[A-Z_]+=)/gm, '');
    writeFileSync(join(work, 'etc/cemao.env'), environment);
    const lines = pages
      .filter((page) => page.endsWith('.md'))
      .flatMap((page) => [...read(join(folder, page)).matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.split('\n')))
      .filter((line) => /^(?:[A-Z_]+=\S+ )?cemao /.test(line))
      // what it prints is looked at here, not kept
      .map((line) => line.replace(/ > \S+/, ''));
    expect(lines.length).toBeGreaterThan(6);
    for (const line of lines) {
      const run = spawnSync('sh', ['-ec', placed(line)], {
        encoding: 'utf8',
        env: { PATH: `${join(work, 'bin')}:${process.env['PATH']}` },
      });
      expect([line, run.stderr, run.status]).toEqual([line, '', 0]);
      const { args, env } = JSON.parse(run.stdout) as { args: string[]; env: Record<string, string> };
      expect([line, Object.keys(commands)]).toEqual([line, expect.arrayContaining([args[0]])]);
      const own = Object.fromEntries([...line.matchAll(/^([A-Z_]+)=(\S+) /g)].map(([, name = '', value]) => [name, value]));
      expect(env).toMatchObject({ ...asSystemd(environment), ...own });
    }
    // what is written out in full lacks user and environment; containers have both
    for (const page of pages.filter((name) => name.endsWith('.md') && name !== 'containers.md'))
      expect([page, read(join(folder, page)).includes('src/cli.ts')]).toEqual([page, false]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

it('V3 every way to start the site bounds what Node keeps for young objects: a quarter of its own 128 MB', () => {
  const flag = '--max-semi-space-size=16';
  for (const unit of units) expect(settingsOf(read(join(folder, unit))).get('Environment')).toContain(`NODE_OPTIONS=${flag}`);
  expect(/^ENV (.*)$/m.exec(read('Dockerfile'))?.[1]?.split(' ')).toContain(`NODE_OPTIONS=${flag}`);
  expect(read('tools/start.mjs')).toContain(`spawn(node24, ['${flag}'`);
});

it('systemd itself finds nothing wrong with the units, where it is installed', () => {
  const work = mkdtempSync(join(tmpdir(), 'cemao-units-'));
  try {
    for (const unit of units) {
      // this tree in place of the installed one, and a user that every system has
      const text = read(join(folder, unit))
        .replaceAll('/opt/cemao', root.replace(/\/$/, ''))
        .replace(/^(User|Group)=.*$/gm, '$1=root');
      writeFileSync(join(work, unit), text);
    }
    copyFileSync(join(work, 'cemao@.service'), join(work, 'cemao@4321.service'));
    const complaints = ['cemao.service', 'cemao@4321.service'].map((unit) => verify(join(work, unit)));
    expect(complaints).toEqual(['', '']);
    const broken = read(join(folder, 'cemao.service')).replace('KillMode=mixed', 'KillMode=mixd');
    writeFileSync(join(work, 'cemao.service'), broken);
    // where there is no systemd nothing is said of either
    expect(verify(join(work, 'cemao.service')) !== '').toBe(hasSystemd());
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

const hasSystemd = () => spawnSync('systemd-analyze', ['--version']).status === 0;

/** What `systemd-analyze verify` says of this very unit. */
function verify(path: string): string {
  if (!hasSystemd()) return '';
  const { stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
  return stderr
    .split('\n')
    .filter((line) => line.includes(path))
    .join('\n');
}

it('O9 the image and its neighbours start what there is, again after the machine did, with the tools of the installing page, and bound their logs', () => {
  const image = read('Dockerfile');
  const [, ...command] = [...(/^CMD \[(.*)\]$/m.exec(image)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, word = '']) => word);
  for (const file of [...command, ...[...image.matchAll(/node (tools\/\S+)/g)].map(([, tool = '']) => tool)])
    expect([file, existsSync(join(root, file))]).toEqual([file, true]);
  const packages = (text: string) =>
    (/apt-get install -y (?:--no-install-recommends )?([^\n\\]+)/.exec(text)?.[1] ?? '').trim().split(/\s+/);
  // an image brings its own Node, and no way to fetch the sources
  const beside = ['git', 'nodejs', 'npm', 'fontconfig'];
  expect(packages(image).toSorted()).toEqual(
    packages(read(join(folder, 'install.md')))
      .filter((name) => !beside.includes(name))
      .toSorted(),
  );
  expect(image).toMatch(/^USER node$/m);
  expect(image).toMatch(/^HEALTHCHECK .*\/healthz/m);
  const { single } = readNames();
  const named = [...(/^ENV (.*)$/m.exec(image)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !single.includes(name) && name !== 'NODE_OPTIONS')).toEqual([]);
  const compose = read('compose.yaml');
  const services = compose.split(/^ {2}(?=\w+:$)/m).filter((part) => /^\w+:\n {4}/.test(part));
  expect(services).toHaveLength(2);
  for (const service of services) expect(service).toMatch(/^ {4}restart: unless-stopped$/m);
  for (const service of services) expect(service).toMatch(/^ {4}logging: (?:&bounded \{.*max-size.*max-file.*\}|\*bounded)$/m);
});
