import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { copyFile, link, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DocumentError, OFFICE_MISSING } from './port.ts';

const TIMEOUT_MS = 240_000;

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
 * Writes a PDF of the PPTX at `path` to `target`, working in the empty folder `scratch`. LibreOffice gets a profile of its own (two
 * runs never meet), no network where the kernel allows that, a hard timeout for its whole process group.
 * @throws DocumentError with a reason for the publisher
 */
export async function convertPptx(path: string, target: string, scratch: string, tool_path: string): Promise<void> {
  const office = findOffice(tool_path);
  if (!office) throw new DocumentError(OFFICE_MISSING);
  const profile = join(scratch, 'profile');
  const out = join(scratch, 'out');
  const input = join(scratch, 'in.pptx');
  await mkdir(join(profile, 'user'), { recursive: true });
  await mkdir(out);
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), PROFILE);
  await link(path, input).catch(() => copyFile(path, input));
  const command = [
    office,
    `-env:UserInstallation=${pathToFileURL(profile).href}`,
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--nodefault',
    '--convert-to',
    'pdf:impress_pdf_Export',
    '--outdir',
    out,
    input,
  ];
  const env = { PATH: tool_path, HOME: scratch, TMPDIR: scratch, LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp' };
  const isolated = await canLeaveNetwork(tool_path);
  const ended = await run(isolated ? ['unshare', '-rn', '--', ...command] : command, env, scratch, TIMEOUT_MS);
  if (ended === 'timeout') throw new DocumentError('演示文稿转换超时，请导出为 PDF 后上传');
  const produced = join(out, 'in.pdf');
  const size = await stat(produced).then(
    (file) => file.size,
    () => 0,
  );
  if (size === 0) throw new DocumentError('演示文稿转换失败，请检查文件能否正常打开，或导出为 PDF 后上传');
  await rename(produced, target);
}

/** LibreOffice, or null when it is not installed. */
export function findOffice(tool_path: string): string | null {
  return findTool('soffice', tool_path) ?? findTool('libreoffice', tool_path);
}

/** Absolute path of a program, or null. */
function findTool(name: string, tool_path: string): string | null {
  for (const folder of tool_path.split(delimiter).filter(Boolean)) {
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // not in this folder
    }
  }
  return null;
}

let leaving: Promise<boolean> | null = null;

/** True when this system lets us start a process in a network of its own that has no interface. */
function canLeaveNetwork(tool_path: string): Promise<boolean> {
  leaving ??= run(['unshare', '-rn', '--', 'true'], { PATH: tool_path }, '/', 5_000).then((ended) => ended === 0);
  return leaving;
}

/** Exit code, 'timeout' after killing the whole process group, or -1 when it could not start. */
function run(command: string[], env: Record<string, string>, cwd: string, timeout_ms: number): Promise<number | 'timeout'> {
  return new Promise((resolve) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { cwd, env: env as NodeJS.ProcessEnv, detached: true, stdio: 'ignore' });
    let late = false;
    const killGroup = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // all of it has ended
      }
    };
    const timer = setTimeout(() => {
      late = true;
      killGroup();
    }, timeout_ms);
    process.once('exit', killGroup);
    const end = (result: number | 'timeout') => {
      clearTimeout(timer);
      process.off('exit', killGroup);
      killGroup();
      resolve(result);
    };
    child.once('error', () => end(-1));
    child.once('exit', (code) => end(late ? 'timeout' : (code ?? -1)));
  });
}
