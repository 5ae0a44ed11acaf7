import type { Ctx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';

/** Something people do that a task may ask for. Who knows of it answers; the task keeps nothing of its own. */
export interface TaskEvent {
  name: string;
  /** For staff, who choose it. */
  title: string;
  /** An order counts by what was paid for it and not given back; everything else is done without money. */
  earned_by: 'act' | 'payment';
  /** It can be taken back, so its reward waits and is dropped with it. */
  undoable: boolean;
  /** Names of what the user did in this time (`from` null: ever), at most `most`. */
  acts(ctx: Ctx, user_id: number, range: { from: Date | null; to: Date }, most: number): Promise<string[]>;
  /** Of an undoable one: which of these acts still stand. */
  standing?(ctx: Ctx, user_id: number, acts: readonly string[]): Promise<string[]>;
  /** Its reward comes by itself, elsewhere: whether it came. A task of it is shown and not claimed. */
  rewarded?(ctx: Ctx, user_id: number): Promise<boolean>;
}

const known = new Map<string, TaskEvent>();

/** Called by the wiring, and by tests. @returns what takes it away again */
export function registerTaskEvent(event: TaskEvent): () => void {
  assert(!known.has(event.name), `the task event ${event.name} is registered twice`);
  assert(
    event.undoable === (event.standing !== undefined),
    `the task event ${event.name} must say what stands exactly when it can be undone`,
  );
  known.set(event.name, event);
  return () => known.delete(event.name);
}

export function findTaskEvent(name: string): TaskEvent | null {
  return known.get(name) ?? null;
}

/** What staff may choose. */
export function taskEvents(): Array<{ name: string; title: string }> {
  return [...known.values()].map(({ name, title }) => ({ name, title }));
}
