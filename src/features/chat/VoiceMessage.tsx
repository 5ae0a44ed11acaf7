import { useStore } from '@nanostores/react';
import { Pause, Play } from 'lucide-react';
import type { ChatFile, ChatMessage } from '#contract/chat.ts';
import { VOICE_LOUDEST, voiceText } from '#contract/voice.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { voices } from './voice-player.store.ts';

/** '0:07'. */
export const clockOf = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** A voice message: played and paused, led to a place by its wave, faster by a press. One is heard at a time. */
export function VoiceMessage({ file, voice }: { file: ChatFile; voice: NonNullable<ChatMessage['voice']> }) {
  const state = useStore(voices.$state);
  const here = state.id === file.id;
  const playing = here && state.playing;
  const at_ms = here ? Math.min(state.at_ms, voice.ms) : 0;
  const bars = [...(voice.wave || '8'.repeat(20))];
  return (
    <div className="grid gap-1">
      <div className="chat-bubble-box flex max-w-full items-center gap-2">
        <Button
          look="primary"
          size="sm"
          className="btn-square shrink-0 rounded-full"
          aria-label={`${playing ? '暂停' : '播放'}语音，${voiceText(voice.ms)}`}
          onClick={() => void voices.actions.toggle(file.id, file.src)}
        >
          {playing ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
        </Button>
        <span className="chat-wave">
          {bars.map((bar, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: bars have nothing but their place
              key={at}
              className={classNames((at + 0.5) / bars.length <= at_ms / voice.ms && 'chat-wave-heard')}
              style={{ height: `${Math.round(15 + (85 * Number.parseInt(bar, 32)) / VOICE_LOUDEST)}%` }}
            />
          ))}
          <input
            type="range"
            aria-label="播放位置"
            aria-valuetext={clockOf(at_ms)}
            min={0}
            max={voice.ms}
            step={1000}
            value={at_ms}
            onChange={(event) => void voices.actions.seek(file.id, file.src, Number(event.target.value))}
          />
        </span>
        <span className="num w-9 shrink-0 text-xs text-muted">{clockOf(here && at_ms > 0 ? at_ms : voice.ms)}</span>
        {here ? (
          <Button
            look="ghost"
            size="sm"
            className="num shrink-0 px-1"
            aria-label={`播放速度 ${state.rate} 倍`}
            onClick={voices.actions.faster}
          >
            {state.rate}×
          </Button>
        ) : null}
      </div>
      {here && state.wrong !== '' ? (
        <p className="text-xs text-error" role="alert">
          {state.wrong}
        </p>
      ) : null}
    </div>
  );
}
