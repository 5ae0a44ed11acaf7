import { CHART_WIDTHS, type Chart as Drawn } from '#contract/outputs/chart.ts';

/** A picture of figures, drawn for a wide page, a desk and a phone. `alt` says where the same stands in numbers. */
export function Chart({ chart, height, alt }: { chart: Drawn; height: number; alt: string }) {
  const address = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return (
    <picture>
      <source media="(max-width: 639px)" srcSet={address(chart.narrow)} width={CHART_WIDTHS.narrow} height={height} />
      {chart.desk && <source media="(min-width: 1360px)" srcSet={address(chart.desk)} width={CHART_WIDTHS.desk} height={height} />}
      <img className="h-auto w-full" src={address(chart.wide)} width={CHART_WIDTHS.wide} height={height} alt={alt} />
    </picture>
  );
}
