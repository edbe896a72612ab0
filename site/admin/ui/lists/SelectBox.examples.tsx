import { SelectBox } from './SelectBox.tsx'

const inRow = (isSelected: boolean) => (
  <div className="group relative flex min-h-44 items-center p-12 md:ml-28">
    <SelectBox
      id="a"
      name="The well"
      selection={{ isSelecting: true, toggle: () => {}, has: () => isSelected }}
    />
  </div>
)

export const examples = {
  selected: () => inRow(true),
  'not selected': () => inRow(false),
}
