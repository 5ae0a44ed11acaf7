/** What a drop zone says: nothing is dragged by a finger. */
export function DropWords({ what }: { what: string }) {
  return (
    <>
      <span className="pointer-coarse:hidden">把{what}拖到这里，或点击选择</span>
      <span className="hidden pointer-coarse:inline">点这里选择{what}</span>
    </>
  );
}
