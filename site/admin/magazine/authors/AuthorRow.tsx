import type { OutputOf } from '#contract/endpoints/contract.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import {
  actionsClass,
  badgeClasses,
  bylineClass,
  factsClass,
  linkClass,
  rowTitleClass,
} from '#site/admin/ui/classes.ts'
import { authorPicture } from '#site/lib/pages/pictures.ts'

export type Author = OutputOf<'GET /admin/authors'>[number]

interface Props {
  author: Author
  onEdit(): void
}

/** One author: whether they have a public page, and its text. */
export function AuthorRow({ author, onEdit }: Props) {
  const { slug, name, about, pictureUrl, stories, isReader } = author
  const isThere = isShown(author)
  return (
    <li className="grid grid-cols-[60px_minmax(0,1fr)] gap-x-16 gap-y-14 border-b border-line py-18 md:grid-cols-[60px_minmax(0,1fr)_auto] md:items-start">
      <img
        className="cut step-4 size-60 object-cover"
        src={authorPicture(name, pictureUrl).src}
        alt=""
        width={60}
        height={60}
        loading="lazy"
      />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h3 className={rowTitleClass}>{name}</h3>
        <div className={factsClass}>
          <span className={isThere ? badgeClasses.good : badgeClasses.plain}>
            {stateOf(author)}
          </span>
          <span className="text-ink-2">
            {formatCount(stories)} published {stories === 1 ? 'story' : 'stories'}
            {isReader && ' · has an account'}
          </span>
        </div>
        {about && <p className={`${bylineClass} mt-6 line-clamp-2 max-w-[68ch]`}>{about}</p>}
      </div>
      <div className={`${actionsClass} col-start-2 items-center md:col-auto`}>
        {isThere && slug && (
          <a className={linkClass} href={magazinePaths.author(slug)}>
            View
            <span className="sr-only">: {name}</span>
          </a>
        )}
        <Button onClick={onEdit}>
          Edit
          <span className="sr-only">: {name}</span>
        </Button>
      </div>
    </li>
  )
}

const isShown = ({ isPublic, stories }: Author) => isPublic && stories > 0

function stateOf(author: Author): string {
  if (isShown(author)) return 'Public'
  if (author.isPublic) return 'No stories'
  return author.slug ? 'Hidden' : 'No author page'
}
