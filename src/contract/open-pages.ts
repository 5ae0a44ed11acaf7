/**
 * Routes that buttons in the browser lead to when they exist, null while they do not. A test holds them against the areas, whose table
 * stays on the server.
 */
export const OPEN_PAGES: Readonly<Record<'vip' | 'integral', string | null>> = { vip: '/vip/openVip', integral: '/integral' };
