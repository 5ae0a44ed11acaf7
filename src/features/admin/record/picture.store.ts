import { map } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { UploadInterrupted, uploadFile } from '../../publish/upload-file.ts';
import { postPicture } from '../admin.api.ts';

export interface PictureState {
  busy: boolean;
  /** Why the last file was not taken. */
  error: string;
}

/** Uploads the pictures of one console field, a later one in place of one that is still on its way. */
export function createPicture(onStored: (address: string) => void) {
  const $state = map<PictureState>({ busy: false, error: '' });
  let under_way = new AbortController();

  async function choose(file: File): Promise<void> {
    under_way.abort();
    under_way = new AbortController();
    const { signal } = under_way;
    $state.set({ busy: true, error: '' });
    try {
      const stored = await uploadFile(file, { purpose: 'cover', signal, onProgress: () => undefined });
      const address = await postPicture(stored.id);
      if (signal.aborted) return;
      $state.set({ busy: false, error: '' });
      onStored(address);
    } catch (failure) {
      if (signal.aborted) return;
      if (!(failure instanceof ApiError) && !(failure instanceof UploadInterrupted)) throw failure;
      $state.set({ busy: false, error: failure instanceof ApiError ? failure.msg : '网络中断，请重新选择图片' });
    }
  }

  return { $state, actions: { choose } };
}
