import { Cover } from './Cover.tsx'

const book = {
  title: 'Before You Choose a Course of Study',
  authorName: 'Ifeoma Eze',
  category: 'Guide',
  coverImageUrl: null,
}
const shelfClass = 'block w-[140px]'

export const examples = {
  drawn: () => (
    <span className={shelfClass}>
      <Cover book={book} />
    </span>
  ),
  'in a list': () => (
    <span className="block w-46">
      <Cover book={book} />
    </span>
  ),
}
