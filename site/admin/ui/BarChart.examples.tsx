import { BarChart } from './BarChart.tsx'

export const examples = {
  'two periods': () => (
    <BarChart
      label="Where visits come from"
      bars={[
        { label: 'Search', now: 100, before: 60 },
        { label: 'WhatsApp', now: 42.5, before: 70 },
        { label: 'Direct', now: 0, before: 0 },
      ]}
    />
  ),
}
