import { ErrorSummary } from './ErrorSummary.tsx'

export const examples = {
  'two fields': () => (
    <ErrorSummary
      fields={[
        { id: 'with-error', label: 'Title' },
        { id: 'chosen', label: 'Category' },
      ]}
    />
  ),
  'no field': () => <ErrorSummary fields={[]}>Please try again.</ErrorSummary>,
}
