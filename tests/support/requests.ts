import type { RequestInput } from '#contract/request.ts';
import { createCtx } from '#server/app/ctx.ts';
import { submitRealname } from '#server/modules/verification/index.ts';
import { makePerson, type Person, type Place } from './people.ts';
import { bothSides, newIdCard } from './verification.ts';

let asked = 0;

/** A request as the form sends it, of a key of its own. */
export const requestInput = (change: Partial<RequestInput> = {}): RequestInput => ({
  ...{ title: '年会开场视频与主持稿', detail: '两百人，科技公司，要热闹', field: 'film', budget: 8_000, event_day: '' },
  ...{ province: 33, city: 3301, pictures: [], days: 7, key: `request-${++asked}` },
  ...change,
});

/** Somebody who proved who they are. */
export async function makeVerified(t: Place, nickname: string): Promise<Person> {
  const person = await makePerson(t, { nickname });
  await submitRealname(createCtx(t.app, person.actor, 'test'), {
    ...{ name: '张三', idcard: newIdCard(), idcard_url: await bothSides(t, person) },
  });
  return person;
}
