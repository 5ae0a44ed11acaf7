import { expect, it } from 'vitest';
import { EMPLOYEE_RIGHT_KEYS, EMPLOYEE_RIGHT_TEXTS } from '#contract/employee.ts';
import { RIGHT_DOORS } from './Employers.tsx';

/** Everything in the texts that is no destination; after a comma stands what is not allowed. */
const NO_NOUNS = /，.*$|以企业名义|企业的|发布|管理|查看|处理|和|与|、/g;

it('has a door for every noun of the text of a right', () => {
  for (const right of EMPLOYEE_RIGHT_KEYS) {
    const nouns = RIGHT_DOORS[right].flatMap((door) => door.nouns);
    const left = nouns.reduce((text, noun) => text.replace(noun, ''), EMPLOYEE_RIGHT_TEXTS[right].replace(NO_NOUNS, ''));
    expect([right, left]).toEqual([right, '']);
    for (const noun of nouns) expect(EMPLOYEE_RIGHT_TEXTS[right]).toContain(noun);
  }
});
