import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { faultOf } from './fault.ts';
import { findTool } from './find-tool.ts';
import type { Isolation } from './isolation.ts';
import { watchMemory } from './memory-watch.ts';
import { DocumentError, ReaderLost } from './port.ts';
import { processorMs } from './process-tree.ts';
import { limitProcessor } from './processor-limit.ts';

const TIMEOUT_MS = 240_000;
/** A fifth of the machine each, as three run at most; a deck of 300 MB needs about 700. */
const RESIDENT_MAX_BYTES = Math.min(1536, Math.max(512, totalmem() / 5 / 1024 ** 2)) * 1024 ** 2;
/** The kernel's own bound, for what grows faster than anybody looks. */
const DATA_MAX_BYTES = 3 * 1024 ** 3;
const FILE_MAX_BYTES = 2 * 1024 ** 3;
const SIGNAL_MAX = 31;

/** No macros, no links to the outside, no recovery dialogs. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Setup/Office"><prop oor:name="ooSetupInstCompleted" oor:op="fuse"><value>true</value></prop></item>
</oor:items>
`;

/**
 * Begins the command behind it when its parent answers: by then the isolation ends with its parent, and a parent that died before never
 * answers.
 */
export const AT_THE_WORD = ['/bin/sh', '-c', 'echo && read -r word && exec "$@" </dev/null >/dev/null', 'sh'];

/** Programs that a conversion needs. */
export interface Office {
  /** LibreOffice's starter, links resolved. */
  office: string;
  prlimit: string;
  isolation: Isolation;
}

/** LibreOffice, or null when it is not installed. */
export function findOffice(tool_path: string): string | null {
  const found = findTool('soffice', tool_path) ?? findTool('libreoffice', tool_path);
  return found && realpathSync(found);
}

/**
 * Writes a PDF of the PPTX at `path` to `target`, working in the empty folder `scratch`. LibreOffice sees its program, the fonts, the
 * file and that folder, has a profile of its own (two runs never meet), and bounds on memory, processor and time for all it starts.
 * @throws DocumentError with a reason for the publisher; ReaderLost when it was ended from outside
 */
export async function convertPptx(path: string, target: string, scratch: string, { office, prlimit, isolation }: Office): Promise<void> {
  const user = join(scratch, 'profile', 'user');
  await mkdir(user, { recursive: true });
  for (const folder of ['out', 'tmp']) await mkdir(join(scratch, folder));
  await writeFile(join(user, 'registrymodifications.xcu'), PROFILE);
  const program = dirname(dirname(office));
  const entered = isolation.enter({ read: { [program]: program, [path]: '/in.pptx' }, write: [scratch, '/room'], cwd: '/room' }, [
    ...AT_THE_WORD,
    office,
    '-env:UserInstallation=file:///room/profile',
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--nodefault',
    // never by what the content says it is
    '--infilter=Impress MS PowerPoint 2007 XML',
    '--convert-to',
    'pdf:impress_pdf_Export',
    '--outdir',
    '/room/out',
    '/in.pptx',
  ]);
  const limits = [
    `--data=${DATA_MAX_BYTES}`,
    `--fsize=${FILE_MAX_BYTES}`,
    `--cpu=${TIMEOUT_MS / 1000}:${TIMEOUT_MS / 1000 + 10}`,
    '--core=0',
  ];
  const env = { PATH: '/usr/bin:/bin', HOME: '/room', TMPDIR: '/room/tmp', LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp' };
  const ended = await runShutIn([prlimit, ...limits, 'nice', '-n', '10', ...entered], env, scratch, TIMEOUT_MS);
  if (ended === 'timeout') throw new DocumentError('演示文稿转换超时，请导出为 PDF 后上传');
  if (ended === 'memory') throw new DocumentError('演示文稿过于复杂，转换时占用内存过多，请导出为 PDF 后上传');
  if (ended === 'machine') throw new ReaderLost('LibreOffice was ended from outside');
  const produced = join(scratch, 'out', 'in.pdf');
  const size = await stat(produced).then(
    (file) => file.size,
    () => 0,
  );
  if (size === 0) throw new DocumentError('演示文稿转换失败，请检查文件能否正常打开，或导出为 PDF 后上传');
  await rename(produced, target);
}

/** `failed`: by itself, with another code than 0. */
type Ended = 'ended' | 'failed' | 'timeout' | 'memory' | 'machine';

/** Runs a command and all it starts to the end or to one of its bounds; `stopping` is taken for the machine. */
export function runShutIn(
  command: string[],
  env: Record<string, string>,
  cwd: string,
  timeout_ms: number,
  stopping?: AbortSignal,
): Promise<Ended> {
  return new Promise((resolve) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { cwd, env: env as NodeJS.ProcessEnv, detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
    // who has ended meanwhile reads nothing
    child.stdin.on('error', () => undefined);
    child.stdout.once('data', () => child.stdin.end('go\n'));
    let bound: Ended | null = null;
    const killGroup = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // all of it has ended
      }
    };
    const stop = (why: Ended) => {
      bound = why;
      killGroup();
    };
    const endLimit = limitProcessor({
      timeout_ms,
      used_ms: () => processorMs(child.pid ?? 0),
      onOver: (fault) => stop(fault === 'document' ? 'timeout' : 'machine'),
    });
    const endWatch = watchMemory(child.pid ?? 0, RESIDENT_MAX_BYTES, () => stop('memory'));
    process.once('exit', killGroup);
    const leave = () => stop('machine');
    stopping?.addEventListener('abort', leave, { once: true });
    const end = (result: Ended) => {
      endLimit();
      endWatch();
      stopping?.removeEventListener('abort', leave);
      process.off('exit', killGroup);
      killGroup();
      resolve(result);
    };
    child.once('error', () => end('machine'));
    child.once('exit', (code, signal) => end(bound ?? endOf(code, signal)));
  });
}

/** Ended by a signal that it did not raise itself: the machine. Codes above those of signals are a program's own, as ffmpeg's error numbers. */
function endOf(code: number | null, signal: NodeJS.Signals | null): Ended {
  const killed = signal !== null || (code !== null && code > 128 && code <= 128 + SIGNAL_MAX);
  if (killed && faultOf(code, signal) === 'machine') return 'machine';
  return code === 0 ? 'ended' : 'failed';
}
