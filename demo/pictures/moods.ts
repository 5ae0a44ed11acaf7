/** Colours of a light: everything in a picture is mixed from these. */
export interface Light {
  /** Top and bottom of what lies farthest away. */
  far: readonly [string, string];
  /** The strongest light, and a second one. */
  key: string;
  fill: string;
  /** What stands in between, and what stands in front. */
  mid: string;
  near: string;
  /** The ground, far and near. */
  floor: readonly [string, string];
}

export const LIGHTS = {
  warm: { far: ['#3a1a12', '#a8552c'], key: '#ffd08a', fill: '#ff8f5a', mid: '#5b2c1c', near: '#1a0c08', floor: ['#7a4126', '#2a130b'] },
  cool: { far: ['#0a1a33', '#2f6ea8'], key: '#a9e2ff', fill: '#4aa3ff', mid: '#16365c', near: '#06101f', floor: ['#1d4a78', '#08162a'] },
  dusk: { far: ['#2a2350', '#f08a6a'], key: '#ffd9a8', fill: '#ff7f8f', mid: '#4b3560', near: '#150f26', floor: ['#7a4a66', '#1d142e'] },
  night: { far: ['#05070f', '#1b2444'], key: '#ffe6b0', fill: '#6f8cff', mid: '#121a34', near: '#03040a', floor: ['#1a2240', '#05070f'] },
  day: { far: ['#8fc7ef', '#eef6fb'], key: '#ffffff', fill: '#ffe9b8', mid: '#7fa38a', near: '#2c4034', floor: ['#a9cf8a', '#5c8a4c'] },
  festive: { far: ['#3a0508', '#b3201f'], key: '#ffd777', fill: '#ff5a3c', mid: '#6b0f12', near: '#1e0304', floor: ['#8f1a18', '#2c0606'] },
  pastel: { far: ['#f7dfe3', '#fdf6ee'], key: '#ffffff', fill: '#f6b9c4', mid: '#c9a6a8', near: '#5d4247', floor: ['#efd7cf', '#cfaea6'] },
  neon: { far: ['#12032a', '#5b1391'], key: '#6ff7ff', fill: '#ff3fd0', mid: '#2b0a55', near: '#08021a', floor: ['#3a1170', '#0b0322'] },
  forest: { far: ['#dfeecb', '#8db580'], key: '#fff6cf', fill: '#cfe58a', mid: '#3f6a45', near: '#16291b', floor: ['#5d8a4a', '#24401f'] },
  stone: { far: ['#dfe3e6', '#f6f5f2'], key: '#ffffff', fill: '#e6d3b4', mid: '#a9adb0', near: '#2c3033', floor: ['#cfd0cd', '#a09f9a'] },
  sea: { far: ['#f6b27a', '#fbe3c0'], key: '#fff3d6', fill: '#ff9a76', mid: '#5f7f96', near: '#20303d', floor: ['#7fa9b8', '#35566a'] },
  tea: { far: ['#e9e0cf', '#f7f2e6'], key: '#fffdf6', fill: '#b98e5a', mid: '#8a7a5c', near: '#3a3020', floor: ['#cbb893', '#8f7a54'] },
} as const satisfies Record<string, Light>;

export type Mood = keyof typeof LIGHTS;
