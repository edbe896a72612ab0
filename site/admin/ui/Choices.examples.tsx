import { Choices } from './Choices.tsx'

const choices = [
  { value: 'all', label: 'All', count: 12 },
  { value: 'paid', label: 'Paid' },
]

export const examples = {
  'one chosen': () => (
    <Choices label="Which orders" value="all" choices={choices} onChoose={() => {}} />
  ),
  compact: () => (
    <Choices label="Which of them" value="paid" choices={choices} isCompact onChoose={() => {}} />
  ),
}
