import { type ReactNode, useState } from 'react'
import { type StoryFilter, storyFilters } from '#contract/endpoints/magazine/story-list.ts'
import { story } from '#contract/kinds/story.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { LocalDrafts } from '#site/admin/editor/saving/LocalDrafts.tsx'
import { adminCallPage } from '#site/admin/lib/call.ts'
import { type ListParams, useListQuery } from '#site/admin/lib/lists/use-list-params.ts'
import { useSelection } from '#site/admin/lib/lists/use-selection.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { EmptyList, ShowAll } from '#site/admin/ui/frame/EmptyList.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Link } from '#site/admin/ui/Link.tsx'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { BulkFailures } from '#site/admin/ui/lists/BulkFailures.tsx'
import { EmptyGuide } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { chipsOf } from '#site/admin/ui/lists/FilterChips.tsx'
import { GroupHead } from '#site/admin/ui/lists/GroupHead.tsx'
import { icons } from '#site/ui/icons/icons.ts'
import { CategoryDialog } from './CategoryDialog.tsx'
import { storyStore } from './editor/story-store.ts'
import { StoryMenu } from './StoryMenu.tsx'
import { StoryRow } from './StoryRow.tsx'
import type { ListedStory } from './story-facts.ts'
import { filterLabels, groupLabels, type ListFilter } from './story-labels.ts'
import { useStoryActions } from './use-story-actions.ts'

export const storiesHeadId = 'stories-head'
export const storyStatuses = ['all', ...storyFilters] as const
const chips = ['all', 'submitted', 'drafts', 'scheduled', 'published'] as const
const moreChips = ['returned', 'unpublished', 'declined'] as const

interface Props {
  params: ListParams<ListFilter>
  /** May decide about stories: an author only writes. */
  isEditor: boolean
  notice: ReactNode
  hrefOf(id: string): string
  onOpen(id: string): void
  onChanged(isRemoval: boolean): void
}

/** Stories by what is to be done about them, a page at a time, and what can be done with several. */
export function StoryList({ params, isEditor, notice, hrefOf, onOpen, onChanged }: Props) {
  const { status, isKnown, change } = params
  const selection = useSelection()
  const query = useListQuery('stories', params, (asked) =>
    adminCallPage('GET /admin/story-list', {
      ...asked,
      ...(asked.status && { status: asked.status as StoryFilter }),
      pageSize: adminPageSize,
    }),
  )
  const counts = useAdminCall(['stories', 'counts'], 'GET /admin/story-list/counts', {}).data
  const listed = query.data?.status ?? status
  const showAll = () => change({ status: 'all', search: '' })
  const actions = useStoryActions(selection, onChanged)
  const [asked, setAsked] = useState<{ rows: ListedStory[]; ask: 'category' | 'menu' }>()
  return (
    <>
      <AdminList
        id={storiesHeadId}
        title={status === 'all' ? 'All stories' : filterLabels[status]}
        head="hidden"
        kind={story}
        params={params}
        query={query}
        searchLabel="Search stories"
        isSearchBeside
        choices={chipsOf(chips, filterLabels, counts)}
        moreChoices={chipsOf(moreChips, filterLabels, counts)}
        keepsFilters
        art="picture"
        notice={
          <>
            {notice}
            {isKnown && (status === 'all' || status === 'drafts') && (
              <LocalDrafts store={storyStore} />
            )}
            {actions.failure && <BulkFailures {...actions.failure} />}
          </>
        }
        empty={(of) => <NoStories {...of} isEditor={isEditor} onShowAll={showAll} />}
        beyond={() => (
          <EmptyList title="Nothing on this page">
            <ShowAll onPress={showAll} />
          </EmptyList>
        )}
        groupOf={({ group }) => (listed === 'all' ? groupLabels[group] : filterLabels[listed])}
        groupHead={(title, _, isFirst) => (
          <GroupHead title={title}>{isFirst && <ColumnNames />}</GroupHead>
        )}
        sectionClass="[section+&]:mt-24"
        row={(story) => (
          <StoryRow
            key={story.id}
            story={story}
            selection={isEditor ? selection : undefined}
            reviewHref={
              isEditor && story.state !== 'draft' && !story.isChange ? hrefOf(story.id) : undefined
            }
            onOpen={() => onOpen(story.id)}
            onMore={() => setAsked({ rows: [story], ask: 'menu' })}
          />
        )}
        bulk={
          isEditor
            ? {
                selection,
                idOf: ({ id }) => id,
                progress: actions.progress,
                actions: (chosen) =>
                  actionsOn(chosen, actions, () => setAsked({ rows: chosen, ask: 'category' })),
              }
            : undefined
        }
      />
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

/** The buttons under the rows that are selected. */
function actionsOn(
  chosen: ListedStory[],
  { run, writeNewsletter }: ReturnType<typeof useStoryActions>,
  askForCategory: () => void,
) {
  const areFeatured = chosen.length > 0 && chosen.every(({ isFeatured }) => isFeatured)
  return [
    {
      label: areFeatured ? 'Unfeature' : 'Feature',
      icon: icons.star,
      onPress: () => void run(areFeatured ? 'unfeature' : 'feature', chosen),
    },
    { label: 'Newsletter', icon: icons.mail, onPress: () => void writeNewsletter(chosen) },
    { label: 'Unpublish', icon: adminIcons.eyeOff, onPress: () => void run('unpublish', chosen) },
    { label: 'Category', icon: icons.grid, onPress: askForCategory },
  ]
}

const ColumnNames = () => (
  <span className="hidden text-14 text-ink-2 md:grid md:w-[336px] md:grid-cols-[150px_170px] md:gap-16">
    <span>Status</span>
    <span className="text-right">Reads, 28 days</span>
  </span>
)

interface NoStoriesProps {
  status: ListFilter
  search: string
  isEditor: boolean
  onShowAll(): void
}

function NoStories({ status, search, isEditor, onShowAll }: NoStoriesProps) {
  const what = status === 'all' ? 'stories' : filterWords[status]
  const showAll = <ShowAll onPress={onShowAll} />
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
      <Link look="button" href={staffPaths.newStory} label="Write a story" />
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
