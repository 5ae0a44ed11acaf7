/** Whether an address asks for the preview of a draft: such a page is one reader's, so it is neither cached nor counted. */
export const isPreview = (url: string): boolean => /[?&]preview=/.test(url);
