import { Mic, SendHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toastError } from '#client/toast.ts';
import { VOICE_MAX_MS } from '#contract/voice.ts';
import { Button } from '#ui/Button.tsx';
import { clockOf } from './VoiceMessage.tsx';
import { type Recorder, recordingFault, startRecording, type Voice } from './voice-recorder.ts';

const LOOK_MS = 100;

/** Whether this browser records and has a microphone; looked at again when one is plugged in. */
export function useMicrophone(): boolean {
  const [there, setThere] = useState(false);
  useEffect(() => {
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (!devices?.enumerateDevices || !('MediaRecorder' in globalThis)) return;
    const look = () =>
      devices.enumerateDevices().then(
        (list) => setThere(list.some(({ kind }) => kind === 'audioinput')),
        () => setThere(false),
      );
    void look();
    devices.addEventListener('devicechange', look);
    return () => devices.removeEventListener('devicechange', look);
  }, []);
  return there;
}

/** Records from when it stands there: ended by a press, at a minute by itself, put away by Escape. `onEnd`: with the voice, or without. */
export function VoiceBar({ onEnd }: { onEnd(voice: Voice | null): void }) {
  const [recorder, setRecorder] = useState<Recorder | null>(null);
  const [wrong, setWrong] = useState('');
  const [ms, setMs] = useState(0);
  const [level, setLevel] = useState(0);
  const [busy, setBusy] = useState(false);
  const send = useRef<HTMLButtonElement>(null);
  const away = useRef<HTMLButtonElement>(null);
  const full = ms >= VOICE_MAX_MS;

  useEffect(() => {
    let over = false;
    let begun: Recorder | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    startRecording().then(
      (one) => {
        if (over) return one.close();
        begun = one;
        const from = performance.now();
        timer = setInterval(() => {
          const so_far = Math.min(VOICE_MAX_MS, performance.now() - from);
          setMs(so_far);
          setLevel(one.level());
          if (so_far < VOICE_MAX_MS) return;
          one.halt();
          clearInterval(timer);
        }, LOOK_MS);
        setRecorder(one);
      },
      (error: unknown) => !over && setWrong(recordingFault(error)),
    );
    return () => {
      over = true;
      clearInterval(timer);
      begun?.close();
    };
  }, []);
  useEffect(() => {
    (recorder ? send : away).current?.focus();
  }, [recorder]);

  const end = async () => {
    if (!recorder) return;
    setBusy(true);
    try {
      const voice = await recorder.voice();
      if (!voice) toastError('说话时间太短');
      onEnd(voice);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      setBusy(false);
      setRecorder(null);
      setWrong(recordingFault(error));
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape puts it away, as the button does
    <div
      className="flex flex-wrap items-center gap-3 border-t border-line p-3"
      onKeyDown={(event) => event.key === 'Escape' && onEnd(null)}
      data-recording
    >
      <Mic size={20} className="shrink-0 text-primary" aria-hidden="true" />
      <p className="min-w-0 flex-1" role={wrong === '' ? 'status' : 'alert'}>
        {wrong || (recorder ? (full ? '已满 60 秒，可以发送了' : '正在录音，最长 60 秒') : '请在浏览器里允许使用麦克风')}
      </p>
      {recorder ? (
        <span className="flex items-center gap-2">
          <span className="h-1.5 w-16 overflow-hidden rounded-full bg-base-300" aria-hidden="true">
            <span className="block h-full bg-primary" style={{ width: `${Math.round(level * 100)}%` }} />
          </span>
          <span className="num text-sm" aria-hidden="true">
            {clockOf(ms)}
          </span>
        </span>
      ) : null}
      <Button ref={away} onClick={() => onEnd(null)}>
        {wrong === '' ? '取消' : '关闭'}
      </Button>
      {recorder ? (
        <Button ref={send} look="primary" busy={busy} onClick={() => void end()}>
          <SendHorizontal size={18} aria-hidden="true" />
          发送
        </Button>
      ) : null}
    </div>
  );
}
