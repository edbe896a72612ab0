import * as z from 'zod/mini'
import { storyChoices } from '#site/admin/lib/lists/story-choices.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { actionClass, actionsClass } from '#site/admin/ui/classes.ts'
import { Dialog } from '#site/admin/ui/Dialog.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import type { ListedStory } from './story-facts.ts'

interface Props {
  stories: readonly ListedStory[]
  onChoose(category: string): void
  onClose(): void
}

const schema = z.object({ category: z.string() })

export function CategoryDialog({ stories, onChoose, onClose }: Props) {
  const { submit, field } = useSubmit(schema, async ({ category }) => onChoose(category), {
    blank: { category: stories[0]?.category ?? '' },
  })
  return (
    <Dialog title="Category" onClose={onClose}>
      {(leave) => (
        <form
          className="grid gap-16"
          onSubmit={(event) => {
            leave()
            void submit(event)
          }}
        >
          <label className="grid gap-6 font-semibold">
            Move {stories.length === 1 ? `“${stories[0]?.title}”` : `${stories.length} stories`} to
            <select className="field" {...field('category').control}>
              {storyChoices().map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <div className={actionsClass}>
            <button type="submit" className={actionClass}>
              Move
            </button>
            <Button onClick={leave}>Cancel</Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
