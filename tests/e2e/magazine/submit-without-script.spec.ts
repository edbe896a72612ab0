import { aPicture } from '#tests/magazine/pictures.ts'
import { aSubmission } from '#tests/magazine/submissions.ts'
import { password, signedIn } from '../support/readers.ts'
import { expect, test } from '../support/test.ts'
import { agree, aStory, errors, expectedErrors, fillIn, send, sentBy } from './story-form.ts'

test.use({ expectedErrors, javaScriptEnabled: false })

test('without script a story is sent with a picture, and changed', async ({ page }) => {
  await test.step('without script a visitor is told how to sign in, then what to correct, and sends a story with a picture', async () => {
    await page.goto('/submit')
    await expect(page.getByText('Sending a story needs an account')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeHidden()
    const answeredWith = async (status: number) => {
      const answered = page.waitForResponse('/api/stories')
      await send(page)
      expect((await answered).status()).toBe(status)
    }

    await test.step('who is not signed in keeps what was typed', async () => {
      const story = await fillIn(page)
      await agree(page)
      await answeredWith(401)
      await expect(page.getByText('You are not signed in')).toBeVisible()
      const link = page.getByRole('link', { name: 'Sign in in a new tab' })
      await expect(link).toHaveAttribute('href', '/sign-in?returnTo=%2Fsubmit')
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(page.getByLabel('Your Story')).toHaveValue(story.content)
    })

    // Elsewhere in the same browser; the same form is sent again.
    await signedIn(page)

    await test.step('every field keeps what is wrong with it', async () => {
      const story = await fillIn(page, {
        ...aStory(),
        title: 'Maths <b>',
        summary: 'Too <short>',
        content: '\nFirst line\nSecond line & more',
      })
      await page.getByLabel('Image URL').fill('not an address')
      await answeredWith(400)
      for (const [label, message] of [
        ['Story Title', errors['Story Title']],
        ['Story Summary', errors['Story Summary']],
        ['Your Story', errors['Your Story']],
        ['Image URL', 'Please enter a web address that begins with http:// or https://'],
      ] as const) {
        await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
        const note = await page.getByLabel(label).getAttribute('aria-describedby')
        await expect(page.locator(`#${note}`)).toHaveText(message)
      }
      await expect(page.getByText('Please fix 4 fields')).toBeVisible()
      await expect(page.getByLabel('Story Title')).toHaveValue('Maths <b>')
      await expect(page.getByLabel('Story Summary')).toHaveValue('Too <short>')
      await expect(page.getByLabel('Your Story')).toHaveValue(/First line\nSecond line & more$/)
      await expect(page.getByLabel('Your Role')).toHaveValue(story.authorRole)
      await expect(page.getByLabel('Story Category')).toHaveValue(story.category)
      await expect(page.getByRole('checkbox', { name: 'I agree' })).toBeChecked()
      await page.locator('[data-problem-box]').getByRole('link', { name: 'Your Story' }).click()
      await expect(page.getByLabel('Your Story')).toBeFocused()
    })

    const good = await fillIn(page)
    await page.getByLabel('Image URL').fill('')

    await test.step('a video file is rejected at its field, and the text is preserved', async () => {
      await page.locator('#file').setInputFiles({
        name: 'film.mp4',
        mimeType: 'video/mp4',
        buffer: Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'),
      })
      await send(page)
      await expect(page.locator('#file-note')).toHaveText(
        'Videos cannot be uploaded here. Put yours online and paste its address under Video URL.',
      )
      await expect(page.getByText('Please fix 1 field')).toBeVisible()
      await expect(page.getByLabel('Your Story')).toHaveValue(good.content)
    })

    await test.step('a picture is sent with the story, and the page says so', async () => {
      await page.locator('#file').setInputFiles({
        name: 'photo.png',
        mimeType: 'image/png',
        buffer: await aPicture(90, 60).png().toBuffer(),
      })
      await send(page)
      await expect(page).toHaveURL('/submit?sent=1')
      await expect(page.getByText('Feature Submitted!')).toBeVisible()
      await expect(
        page.getByText("Your feature has been submitted for review. We'll notify you once it's"),
      ).toBeVisible()
      await expect(page.getByLabel('Story Title')).toHaveValue('')
      const sent = await sentBy(page)
      expect(sent).toMatchObject([{ title: good.title, state: 'submitted' }])
      const story = await (await page.request.get(`/api/account/stories/${sent[0]?.id}`)).json()
      expect(story.imageUrl).toMatch(/^\/uploads\/[0-9a-f-]{36}\/1600\.webp$/)
    })
  })

  await test.step('without script a submission is changed, also after the session expired in between', async () => {
    const { email } = await signedIn(page)
    const { id, title } = await (await page.request.post('/api/stories', { data: aStory() })).json()
    await page.goto(`/submit?story=${id}`)
    await expect(page.getByLabel('Story Title')).toHaveValue(title)
    await page.getByLabel('Story Summary').fill('Short')
    await agree(page)
    await send(page)
    await expect(page.getByText('Please fix 1 field')).toBeVisible()
    await page.getByLabel('Story Summary').fill(`${aSubmission.summary} And then some.`)
    await page.context().clearCookies()
    await send(page)
    await expect(page.getByText('You are not signed in')).toBeVisible()
    await page.request.post('/api/auth/sign-in', { data: { email, password } })
    await send(page)
    await expect(page).toHaveURL('/account?done=sent')
    const stories = await sentBy(page)
    expect(stories).toHaveLength(1)
    expect(stories[0]).toMatchObject({ id, title })
  })
})
