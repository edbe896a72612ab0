import type { OutputOf } from '#contract/endpoints/contract.ts'
import { shown } from '#contract/limits.ts'
import type { StoryState } from '#contract/states.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import { formatCount, formatMoment } from '#site/admin/lib/format.ts'
import type { ListParams } from '#site/admin/lib/use-list-params.ts'
import { useListQuery } from '#site/admin/lib/use-list-params.ts'
import { AdminSkeleton } from '#site/admin/ui/AdminSkeleton.tsx'
import { bylineClass, factsClass, rowClass, rowTitleClass } from '#site/admin/ui/classes.ts'
import { EmptyList } from '#site/admin/ui/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { Pager } from '#site/admin/ui/Pager.tsx'
import { storyPicture } from '#site/lib/pictures.ts'
import { badgeClass } from '#site/ui/category-colours.ts'
import { StateBadge } from './StateBadge.tsx'
import { stateLabels } from './story-labels.ts'

type Row = OutputOf<'GET /admin/stories'>[number]

/** The query key. */
export const queueKey = 'stories'
export const queuePageSize = shown.books
/** The path of a story in the list. */
export const rowId = (id: string) => `story-${id}`

interface Props {
  params: ListParams<StoryState | 'all'>
  /** The id of the story that is open beside the list. */
  openId: string | undefined
  hrefOf(id: string): string
  onOpen(id: string): void
  onPage(page: number): void
  onShowAll(): void
}

// The link covers the whole row.
const queueRowClass =
  'relative grid-cols-[72px_minmax(0,1fr)] items-start has-[a:focus-visible]:outline-offset-[-1px] ' +
  'has-[a:focus-visible]:[outline:3px_solid_var(--focus)]'
const openRowClass = 'bg-sunk pl-14 pr-8 shadow-[inset_4px_0_var(--accent)]'

/** The stories of one state, a page at a time. */
export function StoryQueue({ params, openId, hrefOf, onOpen, onPage, onShowAll }: Props) {
  const { status, search, page } = params
  const query = useListQuery(queueKey, params, (asked) =>
    adminCallPage('GET /admin/stories', { ...asked, pageSize: queuePageSize }),
  )
  return (
    <Loaded
      query={query}
      failed="The stories could not be loaded."
      skeleton={<AdminSkeleton label="Loading the stories" />}
    >
      {({ items, total }) => (
        <>
          <p className="sr-only" role="status">
            {formatCount(total)} {total === 1 ? 'story' : 'stories'}
          </p>
          {items.length === 0 && (
            <NoStories status={status} search={search} page={page} onShowAll={onShowAll} />
          )}
          <ul>
            {items.map((story) => (
              <li
                key={story.id}
                className={`${rowClass} ${queueRowClass} ${story.id === openId ? openRowClass : ''}`}
              >
                <img
                  className="cut step-4 mt-4 h-48 w-72 object-cover"
                  src={storyPicture({ ...story, imageUrl: null }, 'card').src}
                  alt=""
                  width={72}
                  height={48}
                  loading="lazy"
                />
                <div>
                  <h3 className={rowTitleClass}>
                    <a
                      id={rowId(story.id)}
                      className="after:absolute after:inset-0 focus-visible:outline-none"
                      href={hrefOf(story.id)}
                      aria-current={story.id === openId ? 'true' : undefined}
                      onClick={(event) => {
                        if (event.metaKey || event.ctrlKey || event.shiftKey) return
                        event.preventDefault()
                        onOpen(story.id)
                      }}
                    >
                      {story.title}
                    </a>
                  </h3>
                  <p className={bylineClass}>
                    {story.authorName} · {story.authorRole}
                  </p>
                  <p className={factsClass}>
                    <StateBadge {...story} />
                    {story.isFeatured && (
                      <span className="badge bg-gold text-on-gold">Featured</span>
                    )}
                    <span className={badgeClass(story.category)}>{story.category}</span>
                    <span className={bylineClass}>{whenOf(story)}</span>
                  </p>
                </div>
              </li>
            ))}
          </ul>
          <Pager
            page={page}
            pageSize={queuePageSize}
            total={total}
            things="stories"
            onPage={onPage}
          />
        </>
      )}
    </Loaded>
  )
}

function whenOf({ publishAt, publishedAt, sentAt }: Row): string {
  if (publishAt) return `Goes live on ${formatMoment(publishAt)}`
  return publishedAt ? `Published ${formatMoment(publishedAt)}` : `Sent in ${formatMoment(sentAt)}`
}

function NoStories({
  status,
  search,
  page,
  onShowAll,
}: Pick<Props['params'], 'status' | 'search' | 'page'> & Pick<Props, 'onShowAll'>) {
  if (status === 'submitted' && search === '' && page === 1) {
    return (
      <EmptyList
        title="Nothing to review"
        text="Every story that was sent in has been decided on. New ones stand here, and you get a mail."
      />
    )
  }
  const what = status === 'all' ? 'stories' : `${stateLabels[status].toLowerCase()} stories`
  return (
    <EmptyList
      title="No stories found"
      text={search ? `There are no ${what} with “${search}”.` : `There are no ${what}.`}
    >
      <button type="button" className="btn btn-outline" onClick={onShowAll}>
        Show all stories
      </button>
    </EmptyList>
  )
}
