import { useEffect, useState } from 'react';

export interface TextTrackSource {
  src: string;
  cues: Array<{ start_s: number; text: string }>;
}

/** WebVTT text as the source of a `<track>`, of this page alone; null while there is none. */
export function useTextTrack(vtt: string): TextTrackSource | null {
  const [track, setTrack] = useState<TextTrackSource | null>(null);
  useEffect(() => {
    if (vtt === '') return setTrack(null);
    const src = URL.createObjectURL(new Blob([vtt], { type: 'text/vtt' }));
    setTrack({ src, cues: cuesOf(vtt) });
    return () => URL.revokeObjectURL(src);
  }, [vtt]);
  return track;
}

/** Begin and words of each cue of a checked WebVTT text. */
function cuesOf(vtt: string): TextTrackSource['cues'] {
  return vtt.split(/\n{2,}/).flatMap((block) => {
    const [, hours = '0', minutes, seconds, text = ''] =
      /^(?:(\d{1,3}):)?(\d{2}):(\d{2})[.,]\d{3} --> [^\n]*\n([\s\S]*)/m.exec(block) ?? [];
    if (minutes === undefined || seconds === undefined || text.trim() === '') return [];
    return [{ start_s: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds), text: text.trim() }];
  });
}
