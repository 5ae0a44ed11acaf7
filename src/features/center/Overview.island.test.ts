import { expect, it } from 'vitest';
import { todayHeading } from './Overview.island.tsx';

it('says that something waits unless all of it is only worth knowing', () => {
  const [answer, ending, know] = (['answer', 'ending', 'know'] as const).map((group) => ({ group })) as [
    { group: 'answer' },
    { group: 'ending' },
    { group: 'know' },
  ];
  expect([null, [], [answer, know], [ending, know], [know, know]].map(todayHeading)).toEqual([
    ...['等您处理', '等您处理', '等您处理', '等您处理', '值得一看'],
  ]);
});
