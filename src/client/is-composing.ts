/**
 * Whether a key belongs to an input method that is still choosing characters: its Enter ends pinyin and sends nothing. Safari reports that last
 * Enter after the composition, by the code 229 alone.
 */
export function isComposing(event: KeyboardEvent | { nativeEvent: KeyboardEvent }): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event;
  return key.isComposing || key.keyCode === 229;
}
