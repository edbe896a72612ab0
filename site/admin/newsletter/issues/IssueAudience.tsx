import { formatCount } from '#site/admin/lib/format.ts'
import { storyChoices } from '#site/admin/lib/lists/story-choices.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { useAudience } from './use-audience.ts'
import type { IssueEditing } from './use-issue-editor.ts'

export function IssueAudience({ editor }: { editor: IssueEditing }) {
  const { form } = editor
  const chosen = form.watch('categories')
  const many = useAudience(editor)
  const who =
    chosen.length === 0
      ? 'All subscribers'
      : `${chosen.length === 1 ? '1 category' : `${chosen.length} categories`}`
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">To</legend>
      <details open={chosen.length > 0 || undefined}>
        <summary className="flex min-h-44 w-fit cursor-pointer list-none items-center gap-10 border-1.5 border-line-2 px-12 text-15">
          <span aria-hidden="true">To</span>
          <Icon name="users" size={18} />
          <span role="status">
            <b className="font-semibold">{who}</b>
            {` ${many === undefined ? '…' : formatCount(many)}`}
          </span>
          <Icon name="chevronDown" size={18} />
        </summary>
        <p className="mb-8 mt-12 text-14 text-ink-2">
          Choose categories: who follows one of them, or all. None ticked: all subscribers.
        </p>
        <ul className="grid gap-x-20 sm:grid-cols-[1fr_1fr]">
          {storyChoices().map((category) => (
            <li key={category}>
              <label className="flex min-h-44 cursor-pointer items-center gap-12">
                <input
                  type="checkbox"
                  className="size-22 flex-none accent-accent"
                  value={category}
                  {...form.register('categories')}
                />
                <span>{category}</span>
              </label>
            </li>
          ))}
        </ul>
      </details>
    </fieldset>
  )
}
