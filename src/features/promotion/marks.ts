/** Marks a link whose presses are counted. */
export const bannerMark = (id: number) => ({ 'data-banner': id });
/** Marks a list whose children say which item they are; those that were on the screen are counted. */
export const railMark = { 'data-rail': '' };
export const railItem = (id: number) => ({ 'data-item': id });
