const MOBILE = /Android|iPhone|iPad|iPod|Symbian|Windows Phone/i;

/** Pages that the mobile site has too (content spec 1); the shell's route table spells one of them below /resources. */
const DETAIL_PAGES = new Set([
  '/programme/detail',
  '/bigcase/detail',
  '/ppt/detail',
  '/resourceCase/detail',
  '/resources/resourceCase/detail',
]);

/** True for paths whose answer depends on the device when a mobile site is configured. */
export function variesByDevice(path: string): boolean {
  return DETAIL_PAGES.has(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);
}

export function isMobile(user_agent: string | undefined): boolean {
  return user_agent !== undefined && MOBILE.test(user_agent);
}
