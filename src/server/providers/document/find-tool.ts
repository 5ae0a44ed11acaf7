import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Absolute path of a program, or null. `tool_path` is where programs are looked for. */
export function findTool(name: string, tool_path: string): string | null {
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
