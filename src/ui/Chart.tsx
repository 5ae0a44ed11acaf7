/** A picture of figures, drawn for a wide page, a desk and a phone. `alt` says where the same stands in numbers; `none` is said in its place where there are none. */
export function Chart({
  chart,
  height,
  alt,
  none = '',
}: {
  chart: { desk?: string | undefined; wide: string; narrow: string };
  height: number;
  alt: string;
  none?: string | false;
}) {
  if (none) return <p className="py-8 text-center text-muted">{none}</p>;
  const address = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return (
    <picture>
      <source media="(max-width: 639px)" srcSet={address(chart.narrow)} width={360} height={height} />
      {chart.desk && <source media="(min-width: 1360px)" srcSet={address(chart.desk)} width={1100} height={height} />}
      <img className="h-auto w-full" src={address(chart.wide)} width={760} height={height} alt={alt} />
    </picture>
  );
}
