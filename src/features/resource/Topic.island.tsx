import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ScreenFrame } from '#kit/console/ScreenFrame.tsx';
import { useRecordHeading } from '#kit/record/use-record-heading.ts';
import { TopicFields } from './TopicFields.tsx';
import { createTopic } from './topic.store.ts';

/** The form of a topic. */
export default function TopicIsland() {
  const [topic] = useState(createTopic);
  const state = useStore(topic.$state);
  useEffect(() => void topic.actions.open(), [topic]);
  useRecordHeading('专题', state.load === 'ready' ? state.form.id : null);
  return (
    <ScreenFrame state={{ load: state.load, data: state, failure: state.failure }} onRetry={() => void topic.actions.open()}>
      {(ready) => <TopicFields state={ready} actions={topic.actions} />}
    </ScreenFrame>
  );
}
