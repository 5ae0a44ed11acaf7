import { refuseName, visibleLine } from '#contract/display-name.ts';
import { PROFILE_MAX } from '#contract/identity.ts';

/** A WeChat name as one of ours: nothing invisible, not too long, and none that passes for the site's own. Empty: there is nothing left. */
export function nicknameFrom(text: string): string {
  const name = [...visibleLine(text)].slice(0, PROFILE_MAX.nickname).join('').trim();
  return refuseName(name) ? '' : name;
}
