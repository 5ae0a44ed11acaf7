import { jobDefinitions } from '#server/areas/index.ts';
import type { TestApp } from './app.ts';

/** Runs what waits of the jobs that take bytes away, also what is to wait for an hour. What fails stays, as in the queue. @returns how many failed */
export async function sweepNow(t: TestApp): Promise<number> {
  const db = t.booted.pool.pool;
  const jobs = new Map(jobDefinitions(t.app).map((job) => [job.name, job]));
  const { rows } = await db.query<{ id: string; name: string; data: object }>(
    "select id, name, data from pgboss.job where (name like '%.sweep' or name = 'publishing.hide') and state < 'active' order by created_on",
  );
  let failed = 0;
  for (const { id, name, data } of rows) {
    try {
      await jobs.get(name)?.run(data, new AbortController().signal);
      await db.query('delete from pgboss.job where name = $1 and id = $2', [name, id]);
    } catch {
      failed++;
    }
  }
  return failed;
}
