import { staffPaths } from '#contract/staff-paths.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import type { Selection } from '#site/admin/lib/lists/use-selection.ts'
import { draftPicture } from '#site/admin/lib/pictures/draft-picture.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { outlineClass, rowTitleClass, selectRowClass } from '#site/admin/ui/classes.ts'
import { ReadSteps } from '#site/admin/ui/frame/ReadSteps.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { SelectBox } from '#site/admin/ui/lists/SelectBox.tsx'
import { withoutKeys } from '#site/lib/engaged/without-keys.ts'
import { focusClass } from '#site/lib/pages/pictures.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { StateBadge } from './StateBadge.tsx'
import { factOf, type ListedStory, sumOf, whenOf } from './story-facts.ts'

export const rowId = (id: string) => `story-${id}`

const rowClass =
  'py-12 md:gap-18 md:py-9 has-[a[id]:focus-visible]:[outline:3px_solid_var(--focus)] has-[a[id]:focus-visible]:outline-offset-[-3px]'

interface Props {
  story: ListedStory
  /** Undefined: nothing can be selected. */
  selection: Selection | undefined
  /** Undefined: it opens in the editor. */
  reviewHref: string | undefined
  onOpen(): void
  onMore(): void
}

/** A story in the list: its picture, its title, its state in words, and the one fact that matters. */
export function StoryRow({ story, selection, reviewHref, onOpen, onMore }: Props) {
  const { id, state, category, authorName, imageFocus, publishAt, readsByDay, mayEdit } = story
  const title = story.title.trim() || 'Untitled'
  const picture = draftPicture({ ...story, title }, 'card')
  const isPublished = state === 'published'
  const isSelected = selection?.has(id) ?? false
  return (
    <li
      className={`${selectRowClass} ${rowClass} ${isSelected ? 'before:bg-sunk' : ''}`}
      {...selection?.rowProps(id)}
    >
      {selection && <SelectBox id={id} name={title} selection={selection} />}
      <img
        key={picture.src}
        className={`cut step-4 size-72 flex-none object-cover md:h-56 md:w-84 ${focusClass(imageFocus) ?? ''}`}
        src={picture.src}
        srcSet={picture.srcset}
        sizes="84px"
        alt=""
        width={84}
        height={72}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        draggable={false}
        onError={({ currentTarget }) => {
          if (!picture.fallback || currentTarget.src.endsWith(picture.fallback)) return
          currentTarget.removeAttribute('srcset')
          currentTarget.src = picture.fallback
        }}
      />
      <div className="min-w-0 flex-1 md:grid md:grid-cols-[minmax(0,1fr)_150px_170px] md:items-center md:gap-16">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <h3 className={rowTitleClass}>
            <a
              id={rowId(id)}
              className="after:absolute after:inset-0 focus-visible:outline-none"
              href={reviewHref ?? (mayEdit ? staffPaths.editStory(id) : undefined)}
              draggable={false}
              onClick={
                selection?.isSelecting
                  ? withoutKeys(() => selection.toggle(id))
                  : reviewHref === undefined
                    ? undefined
                    : withoutKeys(onOpen)
              }
            >
              {title}
            </a>
            {story.isFeatured && (
              <>
                <Icon name="star" size={16} className="ml-6 inline text-accent" isFilled />
                <span className="sr-only">Featured</span>
              </>
            )}
          </h3>
          <p className="mt-2 hidden truncate text-14/140 text-ink-2 md:block">
            {authorName} · {category}
          </p>
        </div>
        <p className="mt-6 flex min-w-0 items-center gap-10 text-14/140 text-ink-2 md:mt-0 md:grid md:justify-items-start md:gap-5">
          <span className="flex-none">
            <StateBadge
              state={state}
              publishAt={publishAt}
              waitsSince={story.group === 'review' ? story.sentAt : null}
            />
          </span>
          <span className="min-w-0 truncate md:hidden">{factOf(story)}</span>
          <span className="hidden text-13 md:block">
            {story.isChange ? `Changes, ${whenOf(story).toLowerCase()}` : whenOf(story)}
            {story.hasChanges && !story.isChange && ' · Unpublished changes'}
          </span>
        </p>
        <p className="hidden items-center justify-end gap-16 md:flex md:group-focus-within:invisible md:group-hover:invisible">
          {isPublished && <ReadSteps days={readsByDay} />}
          <b className="min-w-44 text-right font-semibold">
            {isPublished ? formatCount(sumOf(readsByDay)) : '–'}
          </b>
        </p>
      </div>
      <div className="absolute inset-y-0 right-0 hidden items-center gap-12 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 md:flex">
        {mayEdit && (
          <a
            className={`${outlineClass} bg-sunk`}
            href={staffPaths.editStory(id)}
            aria-label={`Edit ${title}`}
          >
            <Icon name="pencil" size={18} />
            Edit
          </a>
        )}
        {selection && (
          <Button
            className="bg-sunk !px-12"
            aria-label={`More for ${title}`}
            aria-haspopup="dialog"
            onClick={onMore}
          >
            <Icon shape={adminIcons.more} size={18} />
          </Button>
        )}
      </div>
    </li>
  )
}
