import { byUrgency, type WorkbenchEntry } from '#contract/workbench.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';

/** Gives what of one area a user has on their board: bounded, read only, each key once. */
export type WorkbenchSource = (ctx: Ctx, user_id: number) => Promise<readonly WorkbenchEntry[]>;

const known = new Map<string, WorkbenchSource>();

/** Hands an area's part of the board over; called by the wiring, and by tests. @returns what takes it away again */
export function registerWorkbench(name: string, source: WorkbenchSource): () => void {
  known.set(name, source);
  return () => known.delete(name);
}

/** All that the user has going on in every area, the most urgent first. @throws AppError code 2 for visitors */
export async function workbenchOf(ctx: Ctx): Promise<WorkbenchEntry[]> {
  const user_id = requireUser(ctx);
  const found: WorkbenchEntry[] = [];
  for (const source of known.values()) found.push(...(await source(ctx, user_id)));
  return found.toSorted(byUrgency);
}
