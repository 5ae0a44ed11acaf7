/** What is written in conversations and not sent begins with this; gone with the login. */
export const DRAFTS_KEY = 'chat_draft:';
/** What was typed into forms and is not saved begins with this; gone when somebody signs out, not when a login ends by itself. */
export const FORMS_KEY = 'form_draft:';
/** What was typed into other fields and is not sent begins with this, in this tab; gone with it and with the login. */
export const TYPED_KEY = 'typed:';

/** Removes everything whose key begins so. */
export function forgetTexts(prefix: string): void {
  try {
    for (const kept of [localStorage, sessionStorage])
      for (const key of Object.keys(kept)) if (key.startsWith(prefix)) kept.removeItem(key);
  } catch {
    // nothing is stored where storage is unavailable
  }
}
