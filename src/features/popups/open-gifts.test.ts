import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const openDialog = vi.fn(async () => undefined);
vi.mock('#ui/open-dialog.tsx', () => ({ openDialog }));
const fetchGifts = vi.fn(async () => [{}]);
const putGiftsTaken = vi.fn(async () => null);
vi.mock('./popups.api.ts', () => ({ fetchGifts, putGiftsTaken }));
vi.mock('./GiftDialog.tsx', () => ({ GiftDialog: () => null }));
const { openGifts } = await import('./open-gifts.tsx');

const page = { open: null as object | null, hidden: false, querySelector: () => page.open };
beforeEach(() => void vi.stubGlobal('document', page));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('does not lie over what was opened while the gifts were on their way, and comes another time', async () => {
  fetchGifts.mockImplementationOnce(async () => {
    page.open = {};
    return [{}];
  });
  await openGifts();
  expect(openDialog).not.toHaveBeenCalled();
  expect(putGiftsTaken).not.toHaveBeenCalled();
  page.open = null;
  await openGifts();
  expect(openDialog).toHaveBeenCalledOnce();
  expect(putGiftsTaken).toHaveBeenCalledOnce();
});
