import { SearchBox } from './SearchBox.tsx'

export const examples = {
  empty: () => <SearchBox label="Search books" value="" onSearch={() => {}} />,
  filled: () => <SearchBox label="Search orders" value="ASC-1" onSearch={() => {}} />,
}
