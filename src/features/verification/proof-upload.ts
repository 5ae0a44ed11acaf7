import { type Failure, plainFailure } from '#client/api-error.ts';
import { authPictureUrl, ID_PICTURE_TEXT, ID_PICTURE_TYPES } from '#contract/verification.ts';
import { uploadFault, uploadFile } from '#kit/upload/upload-file.ts';

/** A picture of a card or licence, as the form shows it. */
export interface Proof {
  /** Address that is handed in; empty while it is on its way. */
  address: string;
  /** What the reader sees: the file on their own machine. */
  preview: string;
  busy: boolean;
  failure: Failure | null;
}

export const NO_PROOF: Proof = { address: '', preview: '', busy: false, failure: null };

/** Uploads one picture into the private place and reports its progress; a newer choice takes its place. */
export function createProof(show: (proof: Proof) => void) {
  let turn = 0;
  let preview = '';
  return {
    async choose(file: File): Promise<void> {
      const mine = ++turn;
      if (preview) URL.revokeObjectURL(preview);
      preview = '';
      if (!(ID_PICTURE_TYPES as readonly string[]).includes(file.type))
        return show({ ...NO_PROOF, failure: plainFailure(ID_PICTURE_TEXT) });
      preview = URL.createObjectURL(file);
      show({ address: '', preview, busy: true, failure: null });
      try {
        const { id } = await uploadFile(file, { purpose: 'proof', signal: new AbortController().signal, onProgress: () => undefined });
        if (mine === turn) show({ address: authPictureUrl(id), preview, busy: false, failure: null });
      } catch (error) {
        const failure = uploadFault(error);
        if (mine === turn) show({ address: '', preview, busy: false, failure });
      }
    },
    drop(): void {
      turn++;
      if (preview) URL.revokeObjectURL(preview);
      preview = '';
    },
  };
}
