import { map } from 'nanostores';
import type { Failure } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { uploadFault, uploadFile } from '../upload/upload-file.ts';

export interface PictureState {
  busy: boolean;
  /** Why the last file was not taken. */
  failure: Failure | null;
}

/** Uploads the pictures of one console field, a later one in place of one that is still on its way. */
export function createPicture(onStored: (address: string) => void) {
  const $state = map<PictureState>({ busy: false, failure: null });
  let under_way = new AbortController();

  async function choose(file: File): Promise<void> {
    under_way.abort();
    under_way = new AbortController();
    const { signal } = under_way;
    $state.set({ busy: true, failure: null });
    try {
      const stored = await uploadFile(file, { purpose: 'cover', signal, onProgress: () => undefined });
      // a file that its uploader owns becomes public; the answer is its address on our site
      const { src: address } = await gateway('POST /admin/picture', { file_id: stored.id }, { silent: true });
      if (signal.aborted) return;
      $state.set({ busy: false, failure: null });
      onStored(address);
    } catch (error) {
      if (signal.aborted) return;
      $state.set({ busy: false, failure: uploadFault(error) });
    }
  }

  return { $state, actions: { choose } };
}
