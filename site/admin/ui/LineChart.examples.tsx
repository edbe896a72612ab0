import { LineChart } from './LineChart.tsx'

const lines = { top: 200, start: '2026-10-27', end: '2026-11-23' }

export const examples = {
  'two periods': () => (
    <LineChart
      label="Reads by day"
      lines={{ ...lines, now: 'M0 100L25 40L50 60L75 20L100 35', before: 'M0 80L50 75L100 90' }}
    />
  ),
  'nothing counted': () => (
    <LineChart
      label="Reads by day"
      lines={{ ...lines, top: 1, now: 'M0 100L100 100', before: 'M0 100L100 100' }}
    />
  ),
}
