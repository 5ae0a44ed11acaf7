import { KINDS, type KindFacts } from '#contract/kinds.ts';

const MOBILE = /Android|iPhone|iPad|iPod|Symbian|Windows Phone/i;

const kinds: KindFacts[] = Object.values(KINDS);

/** Pages that the mobile site has too, with their path there (content spec 1). */
const MOBILE_PATHS: ReadonlyMap<string, string> = new Map([
  ...kinds.flatMap(
    ({ paths: { detail, mobile } }): Array<[string, string]> =>
      mobile === undefined
        ? []
        : [
            [detail, mobile],
            [mobile, mobile],
          ],
  ),
  // the shell's route table spells one of them below /resources
  ['/resources/resourceCase/detail', '/resources/resourceCase/detail'],
]);

/** The page of the mobile site that a path has there; null: none, the answer is the same on every device. */
export function mobilePath(path: string): string | null {
  return MOBILE_PATHS.get(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path) ?? null;
}

export function isMobile(user_agent: string | undefined): boolean {
  return user_agent !== undefined && MOBILE.test(user_agent);
}
