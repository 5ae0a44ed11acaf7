import { beforeEach, expect, it, vi } from 'vitest';
import { BLOB_MAX_BYTES } from '#contract/download.ts';

const told: string[] = [];
const handed: string[] = [];
/** Answers before the link. */
const used_up: Array<{ status: 3; limit: number }> = [];
const limits: object[] = [];
let helps: 'member' | null = 'member';
let size_bytes = 0;

vi.mock('#client/session.ts', () => ({ $session: { get: () => ({ token: 't' }) }, requireSession: async () => undefined }));
vi.mock('#client/toast.ts', () => ({ toastSuccess: (text: string) => told.push(text), toastError: (text: string) => told.push(text) }));
vi.mock('./download.api.ts', () => ({
  askForLink: async () =>
    used_up.shift() ?? { status: 1, download_url: 'x', cipher: { key: '', iv: '' }, file_name: '年会.pdf', size_bytes },
  voucherNumber: async () => 2,
}));
vi.mock('./tell-limit.tsx', () => ({
  tellLimit: async (facts: object) => {
    limits.push(facts);
    return helps;
  },
}));
vi.mock('./open-link.ts', () => ({ openLink: () => '/gateway/download/1' }));
vi.mock('./fetch-file.ts', () => ({
  FetchFileError: class extends Error {},
  fetchFile: async (_url: string, _size: number, { onProgress }: { onProgress?: (percent: number) => void }) => {
    onProgress?.(60);
    return new Blob(['x']);
  },
}));
vi.stubGlobal('document', {
  body: { append: () => undefined },
  createElement: () => ({
    href: '',
    click() {
      handed.push(this.href);
    },
    remove: () => undefined,
  }),
});

const { downloadItem } = await import('./download.ts');

beforeEach(() => {
  told.length = 0;
  handed.length = 0;
  vi.useFakeTimers();
});

it('K-108 counts percent while a file comes, and says that it is there once it is whole', async () => {
  const percents: number[] = [];
  size_bytes = 1_000;
  expect(await downloadItem(1, { onProgress: (percent) => percents.push(percent) })).toBe(true);
  expect(percents).toEqual([0, 60]);
  expect(handed[0]).toMatch(/^blob:/);
  expect(told).toEqual(['下载成功，请在浏览器的下载列表中查看']);
});

it('F-34 hands a large file to the browser, and does not say that it has arrived', async () => {
  const percents: number[] = [];
  size_bytes = BLOB_MAX_BYTES + 1;
  expect(await downloadItem(1, { onProgress: (percent) => percents.push(percent) })).toBe(true);
  expect([percents, handed]).toEqual([[], ['/gateway/download/1']]);
  expect(told.join()).toContain('已交给浏览器下载');
  expect(told.join()).not.toContain('下载成功');
});

it('names the membership of the kind where the day is used up, and goes on for who became a member', async () => {
  size_bytes = 1_000;
  used_up.push({ status: 3, limit: 3 });
  expect(await downloadItem(1, { noun: 'PPT模板', short: 'PPT', vip_text: 'ppt' })).toBe(true);
  expect(limits).toEqual([{ limit: 3, noun: 'PPT模板', short: 'PPT', vip_text: 'ppt', vouchers: 2 }]);
  helps = null;
  used_up.push({ status: 3, limit: 3 });
  expect([await downloadItem(1, { vip_text: 'ppt' }), handed.length]).toEqual([false, 1]);
});
