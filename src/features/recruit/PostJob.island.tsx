import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { enterpriseOfPage } from '#client/in-name-of.ts';
import { createLoad } from '#client/load.store.ts';
import { $session, loginUrl } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { JOB_PATHS } from '#contract/job.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { PublishOptions } from '#contract/publish.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import PublishForm from '../publish/PublishForm.island.tsx';
import { fetchGate } from './screen-calls.ts';

/** The form of a job, behind the gate: users without a verified enterprise are led to the verification. */
export default function PostJob({ kind, options, heading }: { kind: KindFacts; options: PublishOptions; heading: string }) {
  const [gate] = useState(() => createLoad(fetchGate));
  const { data, failure } = useStore(gate.$state);
  const signed_in = useSession() !== null;
  useEffect(() => {
    if (!$session.get()) location.replace(`${loginUrl()}&event=publish_job`);
  }, []);
  useEffect(() => {
    if (signed_in) void gate.actions.load();
  }, [signed_in, gate]);
  const refused = data?.status === 0;
  useEffect(() => {
    if (refused) location.replace(JOB_PATHS.enterprise);
  }, [refused]);
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void gate.actions.load()} />;
  if (!data || refused) return <Skeleton rows={4} row_class="h-40" label="正在确认企业认证" />;
  const lead =
    enterpriseOfPage() === null ? '发布后应聘者直接投递简历，您在“我的招聘”里查看。' : '职位以企业的名义发布，企业会看到这次操作。';
  return <PublishForm kind={kind} options={options} heading={heading} lead={lead} />;
}
