import { expect, it, vi } from 'vitest';
import type { Talk } from './talk.store.ts';

const said: string[] = [];
vi.mock('#client/toast.ts', () => ({ toastError: (text: string) => said.push(text), toastSuccess: () => undefined }));
const stored: string[] = [];
vi.mock('#kit/upload/upload-file.ts', () => ({
  uploadFile: async ({ name }: File, { purpose }: { purpose: string }) => {
    stored.push(`${name} ${purpose}`);
    return { id: 1 };
  },
  UploadInterrupted: class extends Error {},
}));
const { SENT_MOST, sendFiles } = await import('./send-files.ts');

const file = (name: string, type = '', size = 1) => ({ name, type, size }) as File;

it('what is dropped goes as pictures and files, all of it or nothing, and why is said', () => {
  const sent: string[] = [];
  const talk = { actions: { sendFile: async (type: string, name: string) => void sent.push(`${type} ${name}`) } } as unknown as Talk;
  sendFiles(talk, [file('效果图.PNG', 'image/png'), file('源文件.PSD'), file('照片.jpg', 'image/jpeg')]);
  expect(sent).toEqual(['picture 效果图.PNG', 'file 源文件.PSD', 'picture 照片.jpg']);
  expect(said).toEqual([]);
  sendFiles(talk, [file('一.png', 'image/png'), file('安装.exe')]);
  sendFiles(talk, [file('一个文件夹')]);
  sendFiles(
    talk,
    Array.from({ length: SENT_MOST + 1 }, (_, n) => file(`${n}.pdf`)),
  );
  sendFiles(talk, [file('一.png', 'image/png'), file('大.zip', '', 60 * 1024 * 1024)]);
  expect(sent).toHaveLength(3);
  expect(said.map((text) => text.slice(0, 6))).toEqual(['“安装.ex', '“一个文件夹', '一次最多发送', '“大.zip']);
});

it('documents of an office, films and what was chosen as a file go as attachments, sources of designers as they are', async () => {
  const waiting: Array<Promise<number>> = [];
  const sent: string[] = [];
  const sendFile = async (type: string, name: string, store: () => Promise<number>) => {
    sent.push(`${type} ${name}`);
    waiting.push(store());
  };
  const talk = { actions: { sendFile } } as unknown as Talk;
  sendFiles(talk, [file('需求.docx'), file('预算.XLSX'), file('彩排.mp4', 'video/mp4'), file('主视觉.psd')], 'file');
  sendFiles(talk, [file('照片.jpg', 'image/jpeg')], 'file');
  await Promise.all(waiting);
  expect(sent).toEqual(['file 需求.docx', 'file 预算.XLSX', 'file 彩排.mp4', 'file 主视觉.psd', 'file 照片.jpg']);
  expect(stored).toEqual([
    '需求.docx attachment',
    '预算.XLSX attachment',
    '彩排.mp4 attachment',
    '主视觉.psd opaque',
    '照片.jpg attachment',
  ]);
});
