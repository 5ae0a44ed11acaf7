import { expect, it } from 'vitest';
import type { UploadedFile } from '#contract/publish.ts';
import type { UploadWish } from '#kit/upload/upload-file.ts';
import { createUploadQueue, lessonTypeOf, type QueuedFile, titleOfFile } from './upload-queue.ts';

const tick = () => new Promise((resolve) => setTimeout(resolve, 0));

interface Sent {
  name: string;
  wish: UploadWish;
  finish(id: number): void;
  fail(error: Error): void;
}

function world() {
  let queue: readonly QueuedFile[] = [];
  const sent: Sent[] = [];
  const stored: string[] = [];
  const uploads = createUploadQueue(
    {
      read: () => queue,
      write: (next) => {
        queue = next;
      },
      onStored: async (entry, id) => {
        stored.push(`${entry.chapter}:${entry.type}:${entry.name}:${id}`);
      },
      onSessionOver: () => undefined,
    },
    (file, wish) =>
      new Promise<UploadedFile>((resolve, reject) => {
        wish.signal.addEventListener('abort', () => reject(wish.signal.reason));
        sent.push({ name: file.name, wish, finish: (id) => resolve({ id, name: file.name, size_bytes: 1, type: 'mp4' }), fail: reject });
      }),
  );
  return { uploads, sent, stored, states: () => queue.map(({ name, state }) => `${name} ${state}`), queue: () => queue };
}

const file = (name: string) => new File(['x'], name);

it('knows lessons by their files, and titles without numbers and endings', () => {
  expect(['a.MP4', 'b.webm', 'c.pdf', 'd.docx', 'e.exe', 'f'].map(lessonTypeOf)).toEqual(['video', 'video', 'pdf', 'file', null, null]);
  expect(['01 开场.mp4', '2-流程.pdf', '2026.mp4', '.mp4', '年会.v2.mp4'].map(titleOfFile)).toEqual([
    '开场',
    '流程',
    '2026',
    '未命名课时',
    '年会.v2',
  ]);
});

it('sends two at a time in their order, and makes lessons of them', async () => {
  const { uploads, sent, stored, states } = world();
  expect(uploads.add(7, ['1.mp4', '2.mp4', 'x.exe', '3.pdf'].map(file))).toEqual(['x.exe']);
  expect(states()).toEqual(['1.mp4 sending', '2.mp4 sending', '3.pdf waiting']);
  sent[0]?.finish(41);
  await tick();
  expect(states()).toEqual(['2.mp4 sending', '3.pdf sending']);
  sent[2]?.finish(43);
  sent[1]?.finish(42);
  await tick();
  expect(states()).toEqual([]);
  expect(stored).toEqual(['7:video:1.mp4:41', '7:video:2.mp4:42', '7:pdf:3.pdf:43']);
  expect(uploads.isBusy()).toBe(false);
});

it('makes lessons in the order of choice within a chapter, and waits for none that pauses, fails or is removed', async () => {
  const { uploads, sent, stored, states, queue } = world();
  uploads.add(7, ['1.mp4', '2.mp4', '3.mp4', '4.mp4'].map(file));
  uploads.add(8, [file('a.mp4')]);
  sent[1]?.finish(42);
  await tick();
  expect(states()).toEqual(['1.mp4 sending', '2.mp4 stored', '3.mp4 sending', '4.mp4 waiting', 'a.mp4 waiting']);
  expect(stored).toEqual([]);
  sent[2]?.finish(43);
  await tick();
  uploads.pause(queue()[0]?.key ?? '');
  await tick();
  expect(stored).toEqual(['7:video:2.mp4:42', '7:video:3.mp4:43']);
  expect(states()).toEqual(['1.mp4 paused', '4.mp4 sending', 'a.mp4 sending']);
  sent[4]?.finish(51);
  await tick();
  expect(stored.at(-1)).toBe('8:video:a.mp4:51');
  uploads.resume(queue()[0]?.key ?? '');
  sent[3]?.finish(44);
  await tick();
  expect(states()).toEqual(['1.mp4 sending', '4.mp4 stored']);
  sent[5]?.fail(new Error('broken'));
  await tick();
  expect(states()).toEqual(['1.mp4 stopped']);
  expect(stored.at(-1)).toBe('7:video:4.mp4:44');
});

it('pauses one, lets the next begin, and goes on later', async () => {
  const { uploads, sent, states, queue } = world();
  uploads.add(7, ['1.mp4', '2.mp4', '3.mp4'].map(file));
  sent[0]?.wish.onProgress({ loaded_bytes: 30, total_bytes: 60, bytes_per_s: 1, checking: false, waiting: false });
  uploads.pause(queue()[0]?.key ?? '');
  await tick();
  expect(states()).toEqual(['1.mp4 paused', '2.mp4 sending', '3.mp4 sending']);
  expect(queue()[0]?.percent).toBe(50);
  sent[1]?.finish(2);
  await tick();
  uploads.resume(queue()[0]?.key ?? '');
  expect(states()).toEqual(['1.mp4 sending', '3.mp4 sending']);
  uploads.remove(queue()[1]?.key ?? '');
  await tick();
  expect(states()).toEqual(['1.mp4 sending']);
});

it('keeps one that failed with the reason, beside the others', async () => {
  const { uploads, sent, states, queue } = world();
  uploads.add(7, ['1.mp4', '2.mp4'].map(file));
  sent[0]?.fail(new Error('broken'));
  await tick();
  expect(states()).toEqual(['1.mp4 stopped', '2.mp4 sending']);
  expect(queue()[0]?.message).not.toBe('');
});
