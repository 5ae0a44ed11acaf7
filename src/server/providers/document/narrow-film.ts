import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findTool } from './find-tool.ts';
import type { Isolation } from './isolation.ts';
import { AT_THE_WORD, runShutIn } from './office.ts';
import { DocumentError, ReaderLost } from './port.ts';

const DATA_MAX_BYTES = 3 * 1024 ** 3;
const FILE_MAX_BYTES = 2 * 1024 ** 3;
/** Of processor time, for each second of film, and for a short one. */
const PER_SECOND_MS = 4_000;
const LEAST_MS = 120_000;

/** Programs that an encoding needs. */
export interface Encoder {
  ffmpeg: string;
  prlimit: string;
  isolation: Isolation;
}

/** ffmpeg, or null when it is not installed. */
export function findEncoder(tool_path: string): string | null {
  const found = findTool('ffmpeg', tool_path);
  return found && realpathSync(found);
}

/**
 * Encodes the film at `path` again, working in the empty folder `scratch`. ffmpeg sees the file and that folder, reads nothing else whatever
 * the film says, and has bounds on memory, processor and time. @returns where it lies
 * @throws DocumentError with a reason for the publisher; ReaderLost when it was ended from outside
 */
export async function narrowFilm(
  path: string,
  scratch: string,
  { lines, duration_s }: { lines: number; duration_s: number },
  { ffmpeg, prlimit, isolation }: Encoder,
  stopping: AbortSignal,
): Promise<string> {
  const timeout_ms = LEAST_MS + duration_s * PER_SECOND_MS;
  const limits = [
    `--data=${DATA_MAX_BYTES}`,
    `--fsize=${FILE_MAX_BYTES}`,
    `--cpu=${Math.ceil(timeout_ms / 1000)}:${Math.ceil(timeout_ms / 1000) + 10}`,
    '--core=0',
  ];
  const entered = isolation.enter({ read: { [path]: '/film', [ffmpeg]: '/ffmpeg' }, write: [scratch, '/room'], cwd: '/room' }, [
    ...AT_THE_WORD,
    ...['/ffmpeg', '-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-i', '/film'],
    ...['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1', '-threads', '1'],
    ...['-vf', `scale='if(gt(iw,ih),-2,${lines})':'if(gt(iw,ih),${lines},-2)',format=yuv420p`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25', '-g', '120'],
    ...['-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-movflags', '+faststart', '/room/made.mp4'],
  ]);
  const env = { PATH: '/usr/bin:/bin', HOME: '/room', TMPDIR: '/room', LANG: 'C.UTF-8' };
  const ended = await runShutIn([prlimit, ...limits, 'nice', '-n', '15', ...entered], env, scratch, timeout_ms, stopping);
  if (ended === 'machine') throw new ReaderLost('ffmpeg was ended from outside');
  if (ended === 'timeout' || ended === 'memory') throw new DocumentError(ended === 'timeout' ? '转码用时过长' : '转码占用内存过多');
  const made = join(scratch, 'made.mp4');
  const size = await stat(made).then(
    (file) => file.size,
    () => 0,
  );
  // what it gave up on lies there as a shorter film
  if (ended === 'failed' || size === 0) throw new DocumentError('视频编码特殊，无法转码');
  return made;
}
