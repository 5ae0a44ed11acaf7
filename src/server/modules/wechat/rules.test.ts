import { expect, it } from 'vitest';
import { PROFILE_MAX } from '#contract/identity.ts';
import { nicknameFrom } from './rules.ts';

it.each([
  ['  小林\u200b  ', '小林'],
  ['一'.repeat(PROFILE_MAX.nickname + 5), '一'.repeat(PROFILE_MAX.nickname)],
  ['🎈'.repeat(PROFILE_MAX.nickname + 1), '🎈'.repeat(PROFILE_MAX.nickname)],
  [`${'一'.repeat(PROFILE_MAX.nickname - 1)} 二`, '一'.repeat(PROFILE_MAX.nickname - 1)],
  ['策猫官方', ''],
  ['客 服', ''],
  ['\u200b', ''],
])('makes a name of %j', (text, name) => expect(nicknameFrom(text)).toBe(name));
