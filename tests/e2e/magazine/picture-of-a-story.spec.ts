import type { Page } from 'playwright/test'
import { aPhoto, aPicture } from '#tests/magazine/pictures.ts'
import { signedIn } from '../support/readers.ts'
import { expect, holdBack, test } from '../support/test.ts'
import { countTraffic } from '../support/traffic.ts'
import { agree, expectedErrors, fillIn, opened, send, sentBy } from './story-form.ts'

test.use({ expectedErrors })

test.describe('a picture', () => {
  const jpeg = async (width = 60, height = 40) => ({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: await aPicture(width, height).jpeg().toBuffer(),
  })
  const area = (page: Page) => page.getByLabel('Drop files here or tap to choose')

  test('is uploaded before the form is sent, also where it was chosen before the script loaded', async ({
    page,
  }) => {
    await test.step('is uploaded before the form is sent, shows a preview, can be removed, and delays sending while it still uploads', async () => {
      await signedIn(page)
      await opened(page)
      await area(page).setInputFiles(await jpeg())
      const thumb = page.locator('[data-drop] img')
      await expect(thumb).toHaveAttribute('src', /^\/uploads\/[0-9a-f-]{36}\/480\.webp$/)
      await expect(thumb).toHaveJSProperty('complete', true)
      expect(await thumb.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
      const image = page.getByLabel('Image URL')
      await expect(image).toHaveValue(/^\/uploads\/[0-9a-f-]{36}\/1600\.webp$/)
      await expect(page.getByRole('status').filter({ hasText: 'uploaded' })).toHaveCount(1)
      await page.getByRole('button', { name: 'Remove' }).click()
      await expect(thumb).toBeHidden()
      await expect(image).toHaveValue('')
      await expect(area(page)).toBeFocused()

      await fillIn(page)
      await agree(page)
      await expect(page.getByLabel('The people in it')).toBeHidden()
      const release = await holdBack(page, /\/api\/uploads/)
      await area(page).setInputFiles(await jpeg())
      await expect(page.getByRole('progressbar')).toBeVisible()
      await page.getByLabel('Did an AI write any of it?').selectOption('It helped with wording')
      await send(page)
      await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
      release()
      await expect(page.locator('#sent')).toBeVisible()
      await expect(thumb).toBeHidden()
      const [{ id } = { id: '' }] = await sentBy(page)
      const story = await (await page.request.get(`/api/account/stories/${id}`)).json()
      expect(story.imageUrl).toMatch(/^\/uploads\//)
      expect(story).toMatchObject({ aiUse: 'wording', peopleAgree: false })
    })

    await test.step('that was chosen before the script loaded is uploaded too', async () => {
      await signedIn(page)
      const release = await holdBack(page, /_astro\/(client|StoryForm)/)
      await page.goto('/submit')
      await page.locator('#file').setInputFiles(await jpeg())
      release()
      await expect(page.locator('[data-drop] img')).toBeVisible()
    })
  })

  test('is chosen, dropped, resized, cancelled and rejected before the form is sent', async ({
    page,
  }) => {
    await signedIn(page)
    await opened(page)
    await test.step('only the server can reject this one: the error is at its field', async () => {
      const file = {
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from('GIF89a goats'),
      }
      await area(page).setInputFiles(file)
      await expect(page.locator('#file-note')).toHaveText(
        'Only JPG and PNG pictures can be uploaded. Please choose another file.',
      )
    })

    await test.step('it can be dropped', async () => {
      const bytes = [...(await jpeg()).buffer]
      const transfer = await page.evaluateHandle((bytes) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', { type: 'image/jpeg' }))
        return transfer
      }, bytes)
      await page.dispatchEvent('[data-drop]', 'dragover', { dataTransfer: transfer })
      await expect(page.locator('[data-drop]')).toHaveAttribute('data-drop', 'over')
      await page.dispatchEvent('[data-drop]', 'drop', { dataTransfer: transfer })
      await expect(page.locator('[data-drop] img')).toBeVisible()
      await expect(page.locator('[data-drop]')).toHaveAttribute('data-drop', '')
      await page.getByRole('button', { name: 'Remove' }).click()
    })

    await test.step('one from a good camera is resized before it is uploaded', async () => {
      const buffer = await aPhoto(2400, 1800).jpeg({ quality: 92 }).toBuffer()
      const upload = page.waitForRequest('/api/uploads')
      await area(page).setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer })
      await expect(page.locator('[data-drop] img')).toBeVisible()
      const answer = await (await (await upload).response())?.json()
      expect(answer).toMatchObject({ width: 1600, height: 1200 })
      const requestBodySize = Number((await (await upload).allHeaders())['content-length'])
      console.log(`a photo of ${buffer.length} bytes went as ${requestBodySize}`)
      expect(requestBodySize).toBeGreaterThan(1000)
      expect(requestBodySize).toBeLessThan(buffer.length * 0.7)
      await page.getByRole('button', { name: 'Remove' }).click()
    })

    await test.step('an upload shows its progress, and can be cancelled', async () => {
      await countTraffic(page, { connection: 'slow' })
      const buffer = await aPhoto(1500, 1400).jpeg({ quality: 95 }).toBuffer()
      const large = { name: 'large.jpg', mimeType: 'image/jpeg', buffer }
      await area(page).setInputFiles(large)
      const bar = page.getByRole('progressbar', { name: 'Upload' })
      await expect
        .poll(() => bar.evaluate((it: HTMLProgressElement) => it.value), { timeout: 30_000 })
        .toBeGreaterThan(3)
      await expect(page.getByText(/^Uploading… \d+ %$/)).toBeVisible()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(bar).toBeHidden()
      await expect(page.getByRole('status').filter({ hasText: 'cancelled' })).toHaveCount(1)
      await expect(page.getByLabel('Image URL')).toHaveValue('')
      await expect(page.locator('[data-error]')).toBeHidden()
      await expect(area(page)).toBeFocused()
    })
  })
})
