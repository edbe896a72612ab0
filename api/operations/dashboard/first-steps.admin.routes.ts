import type { Routes } from '#api/http/serve.ts'
import { deleteStory } from '#api/magazine/stories/story-lifecycle.ts'
import { deleteBook } from '#api/shop/books/books.admin.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { dayMs, minuteMs } from '#contract/days.ts'
import { transaction } from '#db/sql.ts'
import { findOff, type OffWith } from './find-off.ts'
import { findBegun, listLike, noteOpened, putOff } from './first-steps.queries.ts'
import { findSteps, type StepsWith } from './first-steps.ts'

/** What came with the program, as it is in `content/demo`. */
export interface Demo {
  stories: { title: string; content: string }[]
  books: { title: string; description: string }[]
}

export interface FirstStepsWith extends OffWith {
  known: StepsWith
  demo(): Promise<Demo>
}

export function firstStepsRoutes({ serve }: Routes, { known, demo, ...offWith }: FirstStepsWith) {
  serve('GET /admin/first-steps', async (_, { staff }) => {
    const [steps, begunAt, here] = await Promise.all([
      findOff(staff.role, offWith).then((off) => findSteps(off, known)),
      findBegun(),
      listDemo(await demo()),
    ])
    const sinceMs = begunAt ? Date.now() - Date.parse(begunAt) : dayMs
    return {
      steps,
      minutes: sinceMs < dayMs ? Math.floor(sinceMs / minuteMs) : null,
      demo: {
        unchanged: here.filter(({ isChanged }) => !isChanged).length,
        changed: here.filter(({ isChanged }) => isChanged).length,
      },
    }
  })

  serve('POST /admin/first-steps/:name/later', async ({ name, isLater }) => {
    await putOff(name, isLater)
  })

  serve('POST /admin/first-steps/open', async ({ withChanged }, { staff }) => {
    // One after the other: a repeat takes out what an end in the middle has left.
    for (const { kind, id, isChanged } of await listDemo(await demo())) {
      if (isChanged && !withChanged) continue
      if (kind === 'story') await deleteStory(id, staff)
      else {
        await transaction(async () => {
          const deleted = await deleteBook(id, staff.name)
          if (deleted) await recordActivity(staff.name, 'bookDeleted', { id, ...deleted })
        })
      }
    }
    await noteOpened()
  })
}

/** What is still here of it; `isChanged`: it has only the title or only the text that came. */
async function listDemo({ stories, books }: Demo) {
  const came = [
    ...stories.map(({ title, content }) => ({ kind: 'story', title, text: content })),
    ...books.map(({ title, description }) => ({ kind: 'book', title, text: description })),
  ]
  const found = await listLike({
    titles: came.map(({ title }) => title),
    texts: came.map(({ text }) => text),
  })
  return found
    .filter(({ kind, title, text }) =>
      came.some((one) => one.kind === kind && (one.title === title || one.text === text)),
    )
    .map(({ kind, id, title, text }) => ({
      kind,
      id,
      isChanged: !came.some((one) => one.kind === kind && one.title === title && one.text === text),
    }))
}
