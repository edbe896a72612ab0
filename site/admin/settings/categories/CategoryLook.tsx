import { slugOf } from '#contract/magazine/categories.ts'
import {
  type Category,
  type CategoryKind,
  drawnAs,
  firstName,
} from '#contract/magazine/category-list.ts'
import { badgeColours, categoryArt } from '#contract/magazine/category-look.ts'
import { badgeClass, colourClasses } from '#site/ui/category-colours.ts'
import { CategorySelect } from './CategorySelect.tsx'

interface Props {
  kind: CategoryKind
  category: Category
  onChange(category: Category): void
}

const own = { value: '', label: 'Its own' }
const asOption = (value: string) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
})
const colours = [own, ...badgeColours.map(asOption)]
const palettes = categoryArt.books.map(asOption)
const compositions = [
  own,
  { value: 'climb', label: 'People who climb' },
  { value: 'onlooker', label: 'Somebody who looks on' },
  { value: 'sunrise', label: 'Sunrise' },
  { value: 'stairs', label: 'Stairs' },
  { value: 'quilt', label: 'Quilt' },
  { value: 'emblem', label: 'Tortoise' },
]

/** The badge of a category, and what its pictures are drawn as where there is no photo. */
export function CategoryLook({ kind, category, onChange }: Props) {
  const { name, colour, art = '' } = category
  const isOfStories = kind === 'stories'
  const [composition = '', palette = ''] = isOfStories ? art.split('-') : ['', art]
  const set = (next: string) => onChange({ ...category, art: next || undefined })
  const pictures = isOfStories ? 'story' : 'book'
  return (
    <div className="grid gap-12">
      <CategorySelect
        label="Colour of its badge"
        value={colour ?? ''}
        options={colours}
        onChoose={(value) =>
          onChange({ ...category, colour: badgeColours.find((one) => one === value) })
        }
      >
        <span
          className={`${colour ? colourClasses[colour] : badgeClass(firstName(category), {})} w-fit max-w-full`}
        >
          {name}
        </span>
      </CategorySelect>
      {isOfStories && (
        <CategorySelect
          label="Pictures that are drawn"
          value={composition}
          options={compositions}
          onChoose={(value) => set(value && `${value}-${palette || 'dawn'}`)}
        />
      )}
      {(art || !isOfStories) && (
        <CategorySelect
          label={isOfStories ? 'In the colours' : 'Colours of covers that are drawn'}
          value={palette}
          options={isOfStories ? palettes : [own, ...palettes]}
          onChoose={(value) => set(isOfStories ? `${composition}-${value}` : value)}
        />
      )}
      <img
        className={isOfStories ? 'w-[180px] rounded-2' : 'w-96 rounded-2'}
        src={`/api/art/${pictures}/${slugOf(drawnAs(category))}/0ddba115.svg`}
        width={isOfStories ? 180 : 96}
        height={isOfStories ? 120 : 144}
        alt=""
        loading="lazy"
      />
    </div>
  )
}
