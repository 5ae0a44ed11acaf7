import { useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { type SecondPersonFacts, secondPersonHint } from '#contract/staff-bounds.ts';
import { fetchSecondPerson } from './second-person.ts';

/** Said where staff do what may wait for a second person: the bound as it is now, and what they used of it. */
export function SecondPersonHint() {
  const [facts, setFacts] = useState<SecondPersonFacts | null>(null);
  useEffect(() => {
    fetchSecondPerson().then(setFacts, (error: unknown) => {
      // the act itself says the same when it comes to that
      if (!(error instanceof ApiError)) throw error;
    });
  }, []);
  return <p className="mb-3 min-h-8 text-xs text-muted">{facts && secondPersonHint(facts)}</p>;
}
