import { REGIONS } from '#contract/regions.ts';
import { type Option, Select } from '#ui/Select.tsx';

export interface RegionFieldsProps {
  /** What stands for a region in the form. */
  by: 'code' | 'name';
  labels: readonly [province: string, city: string];
  province: string | number;
  city: string | number;
  errors: { province?: string | null; city?: string | null };
  required?: boolean;
  none: string | Option;
  onProvince(value: string): void;
  onCity(value: string): void;
  onLeave?(field: 'province' | 'city'): void;
}

/** A province, and beside it its cities where it has any. */
export function RegionFields({ by, labels, province, city, errors, required, none, onProvince, onCity, onLeave }: RegionFieldsProps) {
  const cities = REGIONS.find((region) => region[by] === province)?.cities ?? [];
  const field = { required, none };
  return (
    <>
      <Select
        {...field}
        label={labels[0]}
        error={errors.province}
        value={province}
        onValue={onProvince}
        onBlur={onLeave && (() => onLeave('province'))}
        options={REGIONS.map((region) => [region[by], region.name])}
      />
      {cities.length > 0 && (
        <Select
          {...field}
          label={labels[1]}
          error={errors.city}
          value={city}
          onValue={onCity}
          onBlur={onLeave && (() => onLeave('city'))}
          options={cities.map((one) => [one[by], one.name])}
        />
      )}
    </>
  );
}
