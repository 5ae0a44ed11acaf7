import { COMPANY_WARN_DAYS } from '#contract/verification.ts';
import { type App, type Ctx, createCtx, inTransaction } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { hashesBy, keyId, openWith, sealWith } from '../../kernel/key-ring.ts';
import { sendNotices } from '../notices/index.ts';
import { CONTACT, ENTERPRISE_PAGE } from './company.ts';
import { openPerson, PERSON } from './realname.ts';
import { lockFormerCompanies, lockFormerPeople, resealCompany, resealPerson, takeEnding, takeOldPictures } from './repo.ts';
import { ringOf, sealedPictures } from './sealed-pictures.ts';

const DAILY_JOB = 'verification.daily';
const BATCH = 200;

/** Pictures whose time has come, approvals that end soon, and what a former key sealed. */
export function verificationJobs(app: App): JobDefinition[] {
  const ctx = createCtx(app, { kind: 'job', name: DAILY_JOB }, DAILY_JOB);
  return [
    {
      name: DAILY_JOB,
      cron: '20 4-6 * * *',
      async run() {
        await dropOldPictures(ctx);
        await warnOfEnds(ctx);
        await sealAnew(ctx);
      },
    },
    sealedPictures.job(app),
  ];
}

/** Deletes pictures of people that were decided on long enough ago. @returns how many */
export async function dropOldPictures(ctx: Ctx): Promise<number> {
  for (let dropped = 0; ; ) {
    const keys = await inTransaction(ctx, async (tx) => {
      const taken = await takeOldPictures(tx.db, tx.app.clock.now(), BATCH);
      await sealedPictures.sweepLater(tx, taken);
      return taken;
    });
    dropped += keys.length;
    if (keys.length === 0) return dropped;
  }
}

/** Notifies owners whose approval ends within the month, once each. @returns how many */
export async function warnOfEnds(ctx: Ctx): Promise<number> {
  const now = ctx.app.clock.now();
  const until = new Date(now.getTime() + COMPANY_WARN_DAYS * 86_400_000);
  for (let told = 0; ; ) {
    const rows = await inTransaction(ctx, async (tx) => {
      const ending = await takeEnding(tx.db, now, until, BATCH);
      for (const { id, user_id, certified_until } of ending) {
        const end = certified_until as Date;
        await sendNotices(tx, [user_id], {
          ...{ topic: 'verify', key: `company:${id}:ends:${unixSeconds(end)}`, title: '企业认证即将到期', href: ENTERPRISE_PAGE },
          content: `认证有效期至 ${shanghaiDay(end)}，请在到期前重新提交资料。`,
        });
      }
      return ending;
    });
    told += rows.length;
    if (rows.length < BATCH) return told;
  }
}

/** Seals with the newest key what a former one sealed, so that the former can be given up. Pictures go by their own schedule. @returns how many rows */
export async function sealAnew(ctx: Ctx): Promise<number> {
  const ring = ringOf(ctx);
  const prefix = `${keyId(ring.current)}.`;
  for (let done = 0; ; ) {
    const n = await inTransaction(ctx, async (tx) => {
      const people = await lockFormerPeople(tx.db, prefix, BATCH);
      for (const row of people) {
        const person = openPerson(tx, row);
        const [number_hash] = hashesBy(ring, 'identity number', person.number);
        await resealPerson(tx.db, row.id, { sealed: sealWith(ring, PERSON, JSON.stringify(person)), number_hash });
      }
      const companies = await lockFormerCompanies(tx.db, prefix, BATCH);
      for (const { id, sealed_contact } of companies) {
        await resealCompany(tx.db, id, sealWith(ring, CONTACT, openWith(ring, CONTACT, sealed_contact)));
      }
      return people.length + companies.length;
    });
    done += n;
    if (n === 0) return done;
  }
}
