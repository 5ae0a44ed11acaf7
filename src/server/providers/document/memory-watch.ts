import { residentBytes } from './process-tree.ts';

const LOOK_EVERY_MS = 100;

/**
 * Looks at the memory of a process and its descendants while they work, and says so once when it is above `max_bytes`. Where there is
 * no /proc nothing is watched. @returns what ends the watch
 */
export function watchMemory(pid: number, max_bytes: number, onTooMuch: () => void): () => void {
  const timer = setInterval(() => {
    if (residentBytes(pid) <= max_bytes) return;
    clearInterval(timer);
    onTooMuch();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
