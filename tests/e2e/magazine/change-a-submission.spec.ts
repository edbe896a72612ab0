import { aSubmission } from '#tests/magazine/submissions.ts'
import { signedIn } from '../support/readers.ts'
import { expect, holdBack, test } from '../support/test.ts'
import { agree, aStory, expectedErrors, opened, returnStory, send } from './story-form.ts'

test.use({ expectedErrors })

test('a submission is changed on the same form, keeps what is typed before the script loads, and is its author’s alone', async ({
  page,
  browser,
  baseURL,
}) => {
  await test.step('a submission is changed on the same form, with the publisher’s note above it', async () => {
    await signedIn(page)
    const { id, title } = await (
      await page.request.post('/api/stories', { data: { ...aStory(), readTimeMinutes: 7 } })
    ).json()
    await returnStory(id, 'Who paid?\nTell us.')
    // A draft of something new is left alone, and leaves this alone.
    await opened(page)
    await page.getByLabel('Story Title').fill('Something else altogether')
    await page.getByRole('button', { name: 'Save as Draft' }).click()

    await opened(page, `/submit?story=${id}`)
    await expect(page.getByText('The publisher writes:')).toBeVisible()
    await expect(page.getByText('Who paid?')).toBeVisible()
    await expect(page.getByText('is back.')).toBeHidden()
    await expect(page.getByLabel('Story Title')).toHaveValue(title)
    await expect(page.getByLabel('Estimated Read Time (minutes)')).toHaveValue('7')
    await expect(page.getByLabel('Your Role')).toHaveValue(aSubmission.authorRole)
    await page.getByLabel('Your Story').fill(`Everybody paid. ${aSubmission.content}`)
    await agree(page)
    await send(page)
    await page.waitForURL('/account?done=sent')
    const story = await (await page.request.get(`/api/account/stories/${id}`)).json()
    expect(story).toMatchObject({ title, state: 'submitted', readTimeMinutes: 7 })
    expect(story.content).toMatch(/^Everybody paid\./)
    await opened(page)
    await expect(page.getByLabel('Story Title')).toHaveValue('Something else altogether')
  })

  await test.step('a submission keeps what is typed before the script loads, and is its author’s alone', async () => {
    await signedIn(page)
    const { id, title } = await (await page.request.post('/api/stories', { data: aStory() })).json()
    const release = await holdBack(page, /_astro\/(client|StoryForm)/)
    await page.goto(`/submit?story=${id}`)
    await page.getByLabel('Your Story').fill('A new beginning.')
    release()
    await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeEnabled()
    await expect(page.getByLabel('Your Story')).toHaveValue('A new beginning.')
    await expect(page.getByLabel('Story Title')).toHaveValue(title)
    await page.getByRole('button', { name: 'Save as Draft' }).click()
    await page.reload()
    await expect(page.getByText('is back.')).toBeVisible()
    await expect(page.getByLabel('Your Story')).toHaveValue('A new beginning.')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByLabel('Your Story')).toHaveValue(aSubmission.content.trim())

    await test.step('nobody else finds it, and a visitor returns to it after signing in', async () => {
      const other = await browser.newContext({ baseURL: baseURL ?? '' })
      const theirs = await other.newPage()
      await signedIn(theirs)
      for (const story of [id, '00000000-0000-4000-8000-000000000000', 'no-such-story']) {
        const answer = await theirs.goto(`/submit?story=${story}`)
        expect(answer?.status()).toBe(404)
        await expect(theirs.getByText("The story you're looking for doesn't exist.")).toBeVisible()
      }
      await other.close()
      await page.context().clearCookies()
      await page.goto(`/submit?story=${id}`)
      await expect(page).toHaveURL(`/sign-in?returnTo=%2Fsubmit%3Fstory%3D${id}`)
    })
  })
})
