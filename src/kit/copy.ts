import { toastNote, toastSuccess } from '#client/toast.ts';

/** Puts a text on the clipboard and says so (null: a button does); `by_hand`: what to do where the browser does not allow it, as without https. */
export async function copy(text: string, done: string | null = '已复制', by_hand = '请手动选择文字复制'): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    if (done) toastSuccess(done);
    return true;
  } catch {
    toastNote(`浏览器不允许自动复制，${by_hand}`);
    return false;
  }
}
