import { ApiError } from '#client/api-error.ts';
import { fetchPlain } from './chat.api.ts';

/** Goes to the page of the conversation that needs no scripts; its address may be taken to another browser. */
export async function openPlain(id: number): Promise<void> {
  try {
    location.assign((await fetchPlain(id)).url);
  } catch (error) {
    // the gateway caller has shown it
    if (!(error instanceof ApiError)) throw error;
  }
}
