import { FilterChips, SelectChip } from './FilterChips.tsx'

export const examples = {
  'with counts': () => (
    <section>
      <FilterChips
        label="Which stories"
        value="all"
        chips={[
          { value: 'all', label: 'All', count: 148 },
          { value: 'submitted', label: 'To review', count: 2 },
        ]}
        more={[{ value: 'declined', label: 'Declined', count: 5 }]}
        searchLabel="Search stories"
        onChoose={() => {}}
      >
        <SelectChip isPressed={false} onPress={() => {}} />
      </FilterChips>
    </section>
  ),
}
