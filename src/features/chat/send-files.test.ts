import { expect, it, vi } from 'vitest';
import type { Talk } from './talk.store.ts';

const said: string[] = [];
vi.mock('#client/toast.ts', () => ({ toastError: (text: string) => said.push(text), toastSuccess: () => undefined }));
vi.mock('#kit/upload/upload-file.ts', () => ({ uploadFile: async () => ({ id: 1 }), UploadInterrupted: class extends Error {} }));
const { DROPPED_MOST, sendDropped } = await import('./send-files.ts');

const file = (name: string, type = '', size = 1) => ({ name, type, size }) as File;

it('what is dropped goes as pictures and files, all of it or nothing, and why is said', () => {
  const sent: string[] = [];
  const talk = { actions: { sendFile: async (type: string, name: string) => void sent.push(`${type} ${name}`) } } as unknown as Talk;
  sendDropped(talk, [file('效果图.PNG', 'image/png'), file('源文件.PSD'), file('照片.jpg', 'image/jpeg')]);
  expect(sent).toEqual(['picture 效果图.PNG', 'file 源文件.PSD', 'picture 照片.jpg']);
  expect(said).toEqual([]);
  sendDropped(talk, [file('一.png', 'image/png'), file('安装.exe')]);
  sendDropped(talk, [file('一个文件夹')]);
  sendDropped(
    talk,
    Array.from({ length: DROPPED_MOST + 1 }, (_, n) => file(`${n}.pdf`)),
  );
  sendDropped(talk, [file('大.zip', '', 60 * 1024 * 1024)]);
  expect(sent).toHaveLength(3);
  expect(said.map((text) => text.slice(0, 6))).toEqual(['“安装.ex', '“一个文件夹', '一次最多发送', '文件不能超过']);
});
