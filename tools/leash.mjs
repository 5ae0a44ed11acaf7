// Loaded before the site by tools/start.mjs: when the starter is gone, we could not be stopped any more, so we stop ourselves.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
