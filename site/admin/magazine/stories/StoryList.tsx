import { useState } from 'react'
import { type StoryGroup, storyGroups } from '#contract/endpoints/magazine/story-list.ts'
import { shown } from '#contract/limits.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import type { Selection } from '#site/admin/lib/lists/use-selection.ts'
import type { AdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { AdminSkeleton } from '#site/admin/ui/frame/AdminSkeleton.tsx'
import { EmptyList, ShowAll } from '#site/admin/ui/frame/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { BulkFailures } from '#site/admin/ui/lists/BulkFailures.tsx'
import { EmptyGuide } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { GroupHead } from '#site/admin/ui/lists/GroupHead.tsx'
import { Pager } from '#site/admin/ui/lists/Pager.tsx'
import { SelectionBar } from '#site/admin/ui/lists/SelectionBar.tsx'
import { icons } from '#site/ui/icons/icons.ts'
import { CategoryDialog } from './CategoryDialog.tsx'
import { StoryMenu } from './StoryMenu.tsx'
import { StoryRow } from './StoryRow.tsx'
import type { ListedStory } from './story-facts.ts'
import { filterLabels, groupLabels, type ListFilter } from './story-labels.ts'
import { useStoryActions } from './use-story-actions.ts'

export const listPageSize = shown.books

interface Listed {
  items: ListedStory[]
  total: number
  search: string
  status: ListFilter
  page: number
}

interface Props {
  query: AdminQuery<Listed>
  selection: Selection
  /** May decide about stories: an author only writes. */
  isEditor: boolean
  hrefOf(id: string): string
  onOpen(id: string): void
  onPage(page: number): void
  onShowAll(): void
  onChanged(isRemoval: boolean): void
}

/** Stories by what is to be done about them, a page at a time, and what can be done with several. */
export function StoryList({
  query,
  selection,
  isEditor,
  hrefOf,
  onOpen,
  onPage,
  onShowAll,
  onChanged,
}: Props) {
  const actions = useStoryActions(selection, onChanged)
  const [asked, setAsked] = useState<{ rows: ListedStory[]; ask: 'category' | 'menu' }>()
  const rows = query.data?.items ?? []
  const chosen = rows.filter(({ id }) => selection.has(id))
  const areFeatured = chosen.length > 0 && chosen.every(({ isFeatured }) => isFeatured)
  return (
    <>
      {actions.failure && <BulkFailures {...actions.failure} />}
      <Loaded
        query={query}
        failed="The stories could not be loaded."
        skeleton={<AdminSkeleton label="Loading the stories" rows={5} art="picture" />}
      >
        {({ items, total, search, status, page }) => (
          <>
            <p className="sr-only" role="status">
              {formatCount(total)} {total === 1 ? 'story' : 'stories'}
            </p>
            {items.length === 0 && (
              <NoStories {...{ status, search, total, isEditor, onShowAll }} />
            )}
            {groupsOf(items, status).map(({ title, rows }, index) => (
              <section key={title} className={index > 0 ? 'mt-24' : undefined}>
                <GroupHead title={title}>
                  {index === 0 && (
                    <span className="hidden text-14 text-ink-2 md:grid md:w-[336px] md:grid-cols-[150px_170px] md:gap-16">
                      <span>Status</span>
                      <span className="text-right">Reads, 28 days</span>
                    </span>
                  )}
                </GroupHead>
                <ul data-rows>
                  {rows.map((story) => (
                    <StoryRow
                      key={story.id}
                      story={story}
                      selection={isEditor ? selection : undefined}
                      reviewHref={
                        isEditor && story.state !== 'draft' && !story.isChange
                          ? hrefOf(story.id)
                          : undefined
                      }
                      onOpen={() => onOpen(story.id)}
                      onMore={() => setAsked({ rows: [story], ask: 'menu' })}
                    />
                  ))}
                </ul>
              </section>
            ))}
            <Pager
              page={page}
              pageSize={listPageSize}
              total={total}
              things="stories"
              onPage={onPage}
            />
          </>
        )}
      </Loaded>
      {selection.isSelecting && (
        <SelectionBar
          selection={selection}
          all={rows.map(({ id }) => id)}
          total={query.data?.total}
          progress={actions.progress}
          actions={[
            {
              label: areFeatured ? 'Unfeature' : 'Feature',
              icon: icons.star,
              onPress: () => void actions.run(areFeatured ? 'unfeature' : 'feature', chosen),
            },
            {
              label: 'Newsletter',
              icon: icons.mail,
              onPress: () => void actions.writeNewsletter(chosen),
            },
            {
              label: 'Unpublish',
              icon: adminIcons.eyeOff,
              onPress: () => void actions.run('unpublish', chosen),
            },
            {
              label: 'Category',
              icon: icons.grid,
              onPress: () => setAsked({ rows: chosen, ask: 'category' }),
            },
          ]}
        />
      )}
      {asked?.ask === 'menu' && asked.rows[0] && (
        <StoryMenu
          story={asked.rows[0]}
          onClose={() => setAsked(undefined)}
          onCategory={() => setAsked({ rows: asked.rows, ask: 'category' })}
          onRun={(action) => void actions.run(action, asked.rows)}
        />
      )}
      {asked?.ask === 'category' && (
        <CategoryDialog
          stories={asked.rows}
          onClose={() => setAsked(undefined)}
          onChoose={(category) => void actions.run({ category }, asked.rows)}
        />
      )}
    </>
  )
}

/** The rows under their headings: a filter's own where the list is narrowed to one. */
function groupsOf(items: ListedStory[], status: ListFilter) {
  const groups = status === 'all' ? storyGroups : [undefined]
  return groups
    .map((group: StoryGroup | undefined) => ({
      title: group ? groupLabels[group] : filterLabels[status],
      rows: group ? items.filter((story) => story.group === group) : items,
    }))
    .filter(({ rows }) => rows.length > 0)
}

interface NoStoriesProps {
  status: ListFilter
  search: string
  total: number
  isEditor: boolean
  onShowAll(): void
}

function NoStories({ status, search, total, isEditor, onShowAll }: NoStoriesProps) {
  const what = status === 'all' ? 'stories' : filterWords[status]
  const showAll = <ShowAll onPress={onShowAll} />
  if (total > 0) return <EmptyList title="Nothing on this page">{showAll}</EmptyList>
  if (search) return <EmptyList title={`No ${what} with “${search}”`}>{showAll}</EmptyList>
  if (status === 'submitted') {
    return (
      <EmptyList
        isDone
        title="All caught up"
        text="What contributors send in stands here, and you get a mail."
      >
        {showAll}
      </EmptyList>
    )
  }
  if (status !== 'all') return <EmptyList title={`No ${what}`}>{showAll}</EmptyList>
  return (
    <EmptyGuide
      title="Your first story"
      text="Everything that is written for the magazine stands here, from the first draft on."
      steps={[
        'Write it, or let contributors send theirs in.',
        isEditor ? 'Read what was sent, and decide.' : 'Send it to an editor for review.',
        'Publish it, now or at a time that you choose.',
      ]}
    >
      <a className="btn" href={staffPaths.newStory}>
        Write a story
      </a>
    </EmptyGuide>
  )
}

const filterWords: Record<Exclude<ListFilter, 'all'>, string> = {
  submitted: 'stories to review',
  drafts: 'drafts',
  scheduled: 'scheduled stories',
  published: 'published stories',
  returned: 'returned stories',
  declined: 'declined stories',
  unpublished: 'unpublished stories',
}
