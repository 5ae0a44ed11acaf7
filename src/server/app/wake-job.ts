import { setTimeout } from 'node:timers/promises';
import { Stopping } from '../db/jobs.ts';
import type { App } from './ctx.ts';

/** Minimum interval between wake-ups of one job: each costs the database a commit. */
const WAKE_EVERY_MS = 250;

const waking = new WeakMap<App, Map<string, { again: boolean }>>();

/**
 * Wakes a job that works off whatever waits for it, and returns at once: the first wake-up goes out immediately, those that follow are
 * throttled. One that is lost with its process is made good by the job's cron run, so the job must have one.
 */
export function wakeJob(app: App, name: string): void {
  const states = waking.get(app) ?? new Map<string, { again: boolean }>();
  waking.set(app, states);
  const running = states.get(name);
  if (running) {
    running.again = true;
    return;
  }
  const state = { again: true };
  states.set(name, state);
  void (async () => {
    try {
      while (state.again) {
        state.again = false;
        await app.jobs.send(name, {}, { singleton_key: name });
        await setTimeout(WAKE_EVERY_MS, undefined, { ref: false });
      }
    } catch (error) {
      // when this process stops, another one's cron run finds the work
      if (!(error instanceof Stopping)) app.log.warn({ err: (error as Error).message, job: name }, 'wake-up of a job lost');
    } finally {
      states.delete(name);
    }
  })();
}
