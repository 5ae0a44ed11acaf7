import { ApiError } from '#client/api-error.ts';
import { toastError } from '#client/toast.ts';
import type { ClientLink } from '#contract/client-link.ts';
import { openDialog } from '#ui/open-dialog.tsx';
import { LinkForm } from './LinkForm.tsx';
import { LinkMade } from './LinkMade.tsx';
import { loadLinks } from './link-calls.ts';

/** Makes a link for a work or a document, and shows it. The picture and the name of the last one are taken over. */
export async function makeClientLink(work: { id: number; title: string; is_paper?: boolean }): Promise<void> {
  try {
    const last = (await loadLinks({ page: 1 })).list[0];
    const made = await openDialog<ClientLink | null>((close) => <LinkForm work={work} like={last} close={close} />);
    if (made) await showClientLink(made);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toastError(error.msg);
  }
}

/** Changes one. @returns whether it was */
export async function changeClientLink(link: ClientLink): Promise<boolean> {
  return (await openDialog<ClientLink | null>((close) => <LinkForm link={link} close={close} />)) !== null;
}

/** The address of one, to be copied or scanned. */
export function showClientLink(link: ClientLink): Promise<void> {
  return openDialog<void>((close) => <LinkMade link={link} close={close} />);
}
