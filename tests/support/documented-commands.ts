import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../architecture/source.ts';

const folder = 'docs/operations';
const PAGES = [
  'README.md',
  'README.zh-CN.md',
  'CONTRIBUTING.md',
  'docs/growth.md',
  ...readdirSync(join(root, folder)).map((name) => join(folder, name)),
];
/** Programs whose calls in the running text are commands too. */
const CALLED = /`((?:[A-Z_]+=\S+ )?(?:cemao|docker|apt-get|systemctl|journalctl|sysctl|patronictl|nginx|git|npm) [^`]+)`/g;

/** Every command of the pages for operators, in fences and in the text, without what is said after it. */
export function documentedCommands(): Array<{ page: string; command: string }> {
  return PAGES.filter((name) => name.endsWith('.md')).flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
    const odd = blocks.find(([, language = '']) => !['sh', 'text'].includes(language));
    if (odd) throw new Error(`${page}: a fence is sh, whose lines are run, or text: ${odd[0]}`);
    const fenced = blocks.filter(([, language]) => language === 'sh').flatMap(([, , block = '']) => block.split('\n'));
    const inline = [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(CALLED)].map(([, call = '']) => call);
    // a name alone speaks of a command, and is none: "a backup by `cemao backup`"
    const whole = inline.filter((call) => !/^cemao (?!doctor$)\S+$/.test(call));
    return [...fenced, ...whole]
      .map((line) => ({ page, command: line.replace(/\s+#\s.*$/, '').trim() }))
      .filter(({ command }) => command !== '');
  });
}

/** A line of a page, or what a person does between two. */
export interface Step {
  line: string;
  /** What the page leaves to its reader, filled in. */
  with?: Record<string, string>;
  /** Nobody's command: a preparation. */
  ours?: true;
  /** Run as the site, from its folder: what the README says for a tree of one's own. */
  as_site?: true;
  /** Other ways in which pages write this very call. */
  also?: string[];
  /** Default 0. */
  code?: number;
  says?: RegExp;
}

const ours = (line: string, rest: Partial<Step> = {}): Step => ({ line, ours: true, ...rest });
const page = (line: string, rest: Partial<Step> = {}): Step => ({ line, ...rest });
const MOBILE = '13700000001';
const LATER = '13700000002';
const OLD = 'v9.9.8';
const NEW = 'v9.9.9';
const person = (what: string, rest: Partial<Step> = {}) => ours(`/provided/node_modules/.bin/node /srv/person.mjs ${what}`, rest);
const IN_CONTAINER = 'docker compose exec site node_modules/.bin/node src/cli.ts';
const TWO = '127.0.0.1:4321,127.0.0.1:4322';
/** The program that `cemao` runs, called by its name. */
const PROGRAM = 'node_modules/.bin/node src/cli.ts';
const cli = (command: string, rest: Partial<Step> = {}) => page(`${PROGRAM} ${command}`, { as_site: true, ...rest });

/** From an empty machine to a site that was upgraded and restored. */
export const WALK: readonly Step[] = [
  page('useradd --system --create-home --home-dir /var/lib/cemao cemao'),
  page('git clone REPOSITORY /opt/cemao && cd /opt/cemao', { with: { REPOSITORY: '/srv/repository' } }),
  ours('ln -s /provided/node_modules node_modules; ln -s /provided/dist dist'),
  page('npm run build', { says: /已是最新/ }),
  page('install -d -m 0700 -o cemao -g cemao /var/backups/cemao'),
  page('install -d -m 0755 /etc/cemao'),
  page('install -m 0640 -g cemao docs/operations/cemao.env /etc/cemao/cemao.env'),
  page('install -m 0755 docs/operations/cemao /usr/local/bin/cemao'),
  page('cp docs/operations/cemao.service /etc/systemd/system/'),
  // before anything is filled in: nobody is served by stand-ins unawares
  ours('cemao doctor', { code: 1, says: /✗ 环境变量：短信与支付是模拟的/ }),
  ours('sed -i "s|^SITE_URL=.*|SITE_URL=http://127.0.0.1:4321|" /etc/cemao/cemao.env'),
  page('cemao doctor', {
    says: /✓ 系统用户：不是 root[\s\S]*✓ 数据目录[\s\S]*✓ 文档隔离[\s\S]*(?:可以运行|一切正常)/,
    also: [`${PROGRAM} doctor`, `${IN_CONTAINER} doctor`],
  }),
  page('systemctl daemon-reload && systemctl enable --now cemao'),
  person('wait'),
  page('journalctl -u cemao -f', { says: /http:\/\/127\.0\.0\.1:4321/ }),
  ours(
    'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=www.example.com -keyout /etc/ssl/site.key -out /etc/ssl/site.pem 2>/dev/null',
  ),
  page(
    'cemao nginx --upstream 127.0.0.1:4321 --server-name www.example.com --cert /etc/ssl/site.pem --key /etc/ssl/site.key > /etc/nginx/nginx.conf',
    {
      also: [
        `${PROGRAM} nginx --upstream ${TWO}`,
        `${PROGRAM} nginx --upstream ${TWO} --server-name cemao.example --cert /etc/tls/c.pem --key /etc/tls/k.pem`,
      ],
    },
  ),
  page('nginx -t && systemctl reload nginx', { says: /test is successful/ }),
  person('front', { says: /^200 www\.example\.com/m }),
  person(`register ${MOBILE}`),
  page('cemao staff MOBILE admin', {
    with: { MOBILE },
    says: /admin/,
    also: [`${PROGRAM} staff MOBILE ROLE`, `${IN_CONTAINER} staff MOBILE admin`],
  }),
  page('cemao doctor --json', { says: /"ok": true/ }),
  page('cemao backup /var/backups/cemao/before.tar.gz', { says: /已备份/ }),
  page('cemao months', { says: /ledger_entries.* MB/, also: [`${PROGRAM} months`] }),
  page('cd /opt/cemao'),
  page('cemao backup /var/backups/cemao/before-NEW.tar.gz', {
    with: { NEW },
    says: /已备份/,
    also: [`${PROGRAM} backup FILE`, `${IN_CONTAINER} backup /backups/before-NEW.tar.gz`],
  }),
  ours(
    `git -C /srv/repository -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m next && git -C /srv/repository tag ${NEW}`,
  ),
  page('git fetch --tags && git checkout NEW && npm run build', { with: { NEW }, says: /已是最新/ }),
  page('systemctl restart cemao'),
  person('wait'),
  person(`register ${LATER}`),
  cli('migrate --check', { says: /最新/ }),
  cli('reconcile', { says: /全部相符/ }),
  cli('settings KEY VALUE', { with: { KEY: 'work_review', VALUE: 'hold' }, says: /work_review = "hold"/ }),
  // no bucket is filled in; moves themselves: tests/http/object-storage.test.ts
  page('DATA_DIR=/var/backups/cemao/files cemao storage move --to local', {
    code: 1,
    says: /S3_/,
    also: [`${PROGRAM} storage move --to s3`],
  }),
  page('systemctl stop cemao'),
  cli('accept-secrets'),
  page('git checkout OLD && npm run build', { with: { OLD }, says: /已是最新/ }),
  page('cemao restore /var/backups/cemao/before-NEW.tar.gz --force', {
    with: { NEW },
    says: /已恢复/,
    also: [`docker compose run --rm site ${PROGRAM} restore /backups/cemao-20261123-030512.tar.gz --force`],
  }),
  ours('mv /var/backups/cemao/before.tar.gz /var/backups/cemao/cemao-20261123-030512.tar.gz'),
  ours('rm -rf /var/lib/cemao/*'),
  page('cemao restore /var/backups/cemao/cemao-20261123-030512.tar.gz', { says: /已恢复/, also: [`${PROGRAM} restore FILE`] }),
  page('systemctl start cemao'),
  person('wait'),
  person(`login ${MOBILE}`),
  // who came after the backup is not in it
  person(`login ${LATER}`, { code: 1 }),
  page(`printf 'POSTGRES_PASSWORD=%s\\nALLOW_SANDBOX=1\\n' "$(openssl rand -hex 24)" > .env`),
  ours('grep -Ec "^(POSTGRES_PASSWORD=[0-9a-f]{48}|ALLOW_SANDBOX=1)$" .env', { says: /^2$/m }),
];

const NETWORK = 'fetches from the net; the same list as the image, by tests/architecture/operations-docs.test.ts';
const NETWORK_ALONE = 'fetches from the net; the program itself is run';
const DOCKER = 'wants a Docker; services, volumes and program are held by tests/architecture/documented-commands.test.ts';
const LONG = 'minutes, and a stage of npm test or what it is made of';
const PATRONI = 'wants two machines; tests/faults/failover.test.ts runs those programs with the files of deploy/failover';
const JOURNAL = 'the same program as journalctl -u cemao -f, which is run with a stand-in for journald';

const OLD_PARTS = 'wants a year that is over: tests/db/months.test.ts';

/** Commands that no test machine can run, and why; those of a shell are still read by one, calls of ours by the list of commands. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'npm start': 'tests/faults/demo-world.test.ts starts what it starts, tests/architecture holds the script',
  'SEED=none npm start': 'the same with an empty site, which is what every test starts',
  'npm test': LONG,
  'npm run dev': LONG,
  'npm run check': LONG,
  'npm run bench': LONG,
  'npm run rows': 'tests/architecture/lock.test.ts reads the same rows',
  'npm test -- db http': LONG,
  'npm run test:long': LONG,
  'npm run test:long -- faults': LONG,
  [`${PROGRAM} seed`]: 'a minute of drawing: tests/faults/demo-world.test.ts',
  'apt-get update && apt-get install -y git nodejs npm libreoffice-impress bubblewrap poppler-utils fonts-noto-cjk fontconfig ffmpeg':
    NETWORK,
  'apt-get install -y nginx': NETWORK_ALONE,
  'cemao months move ledger_entries_2027 slow': OLD_PARTS,
  'cemao months export ledger_entries_2027 /archive/2027.csv.gz': OLD_PARTS,
  'cemao months check /archive/2027.csv.gz': OLD_PARTS,
  'cemao months drop ledger_entries_2027 /archive/2027.csv.gz': OLD_PARTS,
  'systemctl enable --now cemao@4321 cemao@4322':
    'two processes wait for a PostgreSQL: tests/faults/several-processes.test.ts; the unit by operations-docs.test.ts',
  'journalctl -u cemao': JOURNAL,
  'journalctl -u cemao -n 100': JOURNAL,
  'sysctl -w kernel.apparmor_restrict_unprivileged_userns=0': "changes the test machine's kernel",
  'docker compose up -d --build': DOCKER,
  'git fetch --tags && git checkout NEW && docker compose up -d --build': DOCKER,
  'docker compose stop site': DOCKER,
  'docker compose start site': DOCKER,
  'docker compose logs -f site': DOCKER,
  'apt-get install etcd-server': PATRONI,
  'apt-get install patroni postgresql-15': PATRONI,
  'apt-get install haproxy pgbouncer': PATRONI,
  'systemctl disable --now postgresql': PATRONI,
  'systemctl enable --now patroni': PATRONI,
  'patronictl -c /etc/patroni/config.yml list': PATRONI,
  'patronictl -c /etc/patroni/config.yml switchover': PATRONI,
};
