import sharp from 'sharp';
import { lowerPriority } from '#server/providers/document/processor-limit.ts';
import { type Drawing, type DrawingWish, draw } from './draw-work.ts';

// one drawing at a time keeps one core busy; more threads only wait for each other
sharp.concurrency(1);
sharp.cache(false);

export type DrawingRequest = { id: number; wish: DrawingWish } | 'stand back';
export type DrawingReply = { id: number; drawing: Drawing } | { id: number; failure: string };

process.on('message', async (request: DrawingRequest) => {
  // as soon as somebody uses the site: readers go first
  if (request === 'stand back') return lowerPriority();
  const reply: DrawingReply = await draw(request.wish).then(
    (drawing) => ({ id: request.id, drawing }),
    (error: Error) => ({ id: request.id, failure: error.stack ?? error.message }),
  );
  process.send?.(reply);
});
process.on('disconnect', () => process.exit(0));
