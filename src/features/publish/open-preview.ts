import { ApiError } from '#client/api-error.ts';
import { askPreview } from './publish.api.ts';

/**
 * Opens the page of a saved draft as readers would see it, beside this one. `before`: keeps what is typed first. To be called by the press
 * itself: a tab that is opened later the browser would take for an advertisement.
 */
export async function openPreview(id: number, before?: () => Promise<void>): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    await before?.();
    const { url } = await askPreview(id);
    if (tab) tab.location.replace(url);
    else location.assign(url);
  } catch (error) {
    tab?.close();
    // the gateway caller has shown it
    if (!(error instanceof ApiError)) throw error;
  }
}
