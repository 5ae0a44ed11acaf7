import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTool } from './find-tool.ts';
import { readerMark } from './orphans.ts';

/** What a reader of documents sees besides system programs, their libraries and fonts; nothing else exists for it. */
export interface View {
  /** Read-only: path outside -> path inside. */
  read: Record<string, string>;
  /** The one folder it may write to, outside and inside. */
  write?: [string, string];
  /** Where it starts, inside. */
  cwd: string;
}

/** A place without network and without other files, made by the kernel. */
export interface Isolation {
  /** The command line that runs `command` there; it ends when its parent does. */
  enter(view: View, command: string[]): string[];
}

/** Programs, libraries and fonts. Absent ones are left out. */
const SYSTEM = [
  '/usr/bin',
  '/bin',
  '/usr/lib',
  '/usr/lib64',
  '/lib',
  '/lib64',
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  '/usr/share/fontconfig',
  '/usr/share/libreoffice',
  '/var/lib/libreoffice',
  '/var/cache/fontconfig',
  '/etc/fonts',
  // where libraries of one name are chosen from
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/etc/libreoffice',
];

const PROBE_TIMEOUT_MS = 10_000;

/** What /bin/sh asks in the new place: the shown file is there, the hidden ones are not, the only interface is the loopback. */
const PROBE = `[ -r /shown ] && [ ! -e "$1" ] && [ ! -e "$2" ] && [ ! -e /etc/passwd ] && [ "$(grep -c : /proc/net/dev)" -le 1 ]`;

/**
 * Bubblewrap, or null where it is missing or the kernel refuses it. Decided by trying: a canary in `folder`, which lies where our
 * data does, must be out of reach.
 */
export async function findIsolation(tool_path: string, folder: string): Promise<Isolation | null> {
  const program = findTool('bwrap', tool_path);
  if (!program) return null;
  const isolation = bubblewrap(program);
  const canary = join(folder, 'canary');
  const shown = join(folder, 'shown');
  await Promise.all([canary, shown].map((path) => writeFile(path, 'x')));
  const ours = fileURLToPath(import.meta.url);
  const [file = '', ...args] = isolation.enter({ read: { [shown]: '/shown' }, cwd: '/' }, ['/bin/sh', '-c', PROBE, 'sh', canary, ours]);
  return new Promise((resolve) => {
    execFile(file, args, { env: { PATH: '/usr/bin:/bin' }, timeout: PROBE_TIMEOUT_MS, killSignal: 'SIGKILL' }, (error) =>
      resolve(error ? null : isolation),
    );
  });
}

function bubblewrap(program: string): Isolation {
  return {
    enter({ read, write, cwd }, command) {
      return [
        program,
        '--unshare-all',
        '--die-with-parent',
        ...['--setenv', ...readerMark()],
        ...['--cap-drop', 'ALL'],
        ...SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]),
        ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
        ...Object.entries(read).flatMap(([outside, inside]) => ['--ro-bind', outside, inside]),
        ...(write ? ['--bind', ...write] : []),
        ...['--chdir', cwd, '--'],
        ...command,
      ];
    },
  };
}
