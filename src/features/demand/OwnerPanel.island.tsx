import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $session } from '#client/session.ts';
import type { OwnDemandState } from '#contract/demand.ts';
import { demand_moves } from './demand-moves.store.ts';
import { OwnerPanel } from './OwnerPanel.tsx';
import { createStanding } from './standing.store.ts';

/** What the owner sees on the page of an own demand: how it stands, its history, what can be done. Nothing for anybody else. */
export default function OwnerPanelIsland({ id, owner_id }: { id: number; owner_id: number }) {
  const session = useStore($session);
  return session?.user.id === owner_id ? <Loaded id={id} /> : null;
}

function Loaded({ id }: { id: number }) {
  const [{ $state, actions }] = useState(() => createStanding(id));
  const { standing, busy } = useStore($state);
  const { count: moves } = useStore(demand_moves.$state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with every move
  useEffect(() => void actions.load(), [actions, moves]);
  return standing && <OwnerPanel standing={standing satisfies OwnDemandState} busy={busy} onAct={actions.act} />;
}
