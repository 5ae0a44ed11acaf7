/** Types of POST /api/tools/focus. */
export const FOCUS_SHOP = 1;
export const FOCUS_USER = 2;
