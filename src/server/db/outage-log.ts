import type { Logger } from '../kernel/log.ts';
import { isDatabaseUnavailable, sqlState } from './database-errors.ts';

const EVERY_MS = 60_000;

/** What met an absent database (requests, jobs, connections that listen), of which only one line a minute is written. */
export interface OutageLog {
  /** `path`: a pattern, a page's path or another name of ours, never a signed link. */
  report(failed: { request_id?: string; path: string; error?: unknown }): void;
}

/**
 * The first failure is logged at once, those after it once a minute with their count, so that an outage under many impatient clients does not
 * fill the disk of the machine that is in trouble already.
 */
export function createOutageLog(log: Logger): OutageLog {
  let window: NodeJS.Timeout | undefined;
  let more = 0;
  let last: Parameters<OutageLog['report']>[0] | undefined;
  const write = (count: number, { request_id, path, error }: Parameters<OutageLog['report']>[0]) => {
    // which of them: a full disk wants another hand than a stopped server
    log.warn({ request_id, path, count, sqlstate: sqlState(error) }, 'database unavailable');
    window = setTimeout(close, EVERY_MS);
    window.unref();
  };
  const close = () => {
    window = undefined;
    const count = more;
    more = 0;
    if (count > 0 && last) write(count, last);
  };
  return {
    report(failed) {
      if (window === undefined) return write(1, failed);
      more += 1;
      last = failed;
    },
  };
}

/** A connection of ours broke: an absent database counts with the others, anything else is a line of its own. */
export function reportBroken(log: Logger, path: string, error: Error | undefined): void {
  if (isDatabaseUnavailable(error)) outageLog(log).report({ path, error });
  else log.warn({ err: error?.message }, path);
}

const logs = new WeakMap<Logger, OutageLog>();

/** One for all that write to this log: calls and pages count together. */
export function outageLog(log: Logger): OutageLog {
  const known = logs.get(log) ?? createOutageLog(log);
  logs.set(log, known);
  return known;
}
