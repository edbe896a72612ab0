import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { desktop, expect, phone, test } from '#tests/e2e/support/test.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { withAdminSession } from '../publisher.ts'
import { openEditor, openSettings, startAnew, textOf } from './editor.ts'

test.describe.configure({ timeout: 90_000 })

test.describe('on a phone', () => {
  test.use(phone)

  test('Insert shows what there is in the place of the keyboard, and puts it below the cursor', async ({
    page,
  }) => {
    await withAdminSession(page)
    await openEditor(page)
    await page.getByLabel('Title').fill('The ferry that runs on groundnut oil')
    await textOf(page).tap()
    await page.keyboard.type('Before.')
    const insert = page.getByRole('button', { name: 'Insert', exact: true })
    await insert.tap()
    const tiles = page.getByRole('region', { name: 'Insert' })
    await expect(tiles.getByRole('button')).toHaveText([
      /Picture$/,
      /Pull quote$/,
      /Divider$/,
      /Heading$/,
      /List$/,
      /Numbers$/,
      /Story card$/,
      /Book card$/,
    ])
    expect(await violationsInLightAndDark(page, 'what can be inserted')).toEqual([])
    await tiles.getByRole('button', { name: 'Divider' }).tap()
    await expect(tiles).toHaveCount(0)
    await expect(textOf(page)).toBeFocused()
    await page.keyboard.type('After.')
    await expect(textOf(page).locator('hr + p')).toHaveText('After.')
    await insert.tap()
    await page.getByRole('button', { name: 'Close', exact: true }).first().tap()
    await expect(textOf(page)).toBeFocused()
    await test.step('the preview shows the page as it is written', async () => {
      await page.getByRole('button', { name: 'Preview' }).tap()
      const preview = page.getByRole('dialog', { name: 'Preview' })
      await expect(preview.getByRole('heading', { name: 'The ferry that runs' })).toBeVisible()
      await expect(preview.getByText('After.')).toBeVisible()
      await preview.getByRole('button', { name: 'Close' }).tap()
      await expect(preview).toHaveCount(0)
    })
  })
})

test.describe('on a laptop', () => {
  test.use(desktop)

  test('blocks, links and the ring on the picture are set by keyboard and by hand', async ({
    page,
  }) => {
    await withAdminSession(page)
    await openEditor(page)
    const list = page.getByRole('listbox', { name: 'Insert' })
    await test.step('the button at an empty line opens the list', async () => {
      await page.getByRole('button', { name: 'Insert here' }).click()
      await page.getByRole('option', { name: 'Heading' }).click()
      await page.keyboard.type('A new part')
      await expect(textOf(page).locator('h2')).toHaveText('A new part')
    })
    await test.step('a slash finds what to insert, and stays text where it is meant', async () => {
      await page.keyboard.press('Enter')
      await page.keyboard.type('/pu')
      await expect(list.getByRole('option')).toHaveText([/^Pull quote/, /^Keep “\/pu” as text/])
      await page.keyboard.press('Enter')
      await expect(list).toHaveCount(0)
      await page.keyboard.type('One strong line')
      await expect(textOf(page).locator('.pullquote')).toHaveText('One strong line')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+End')
      await page.keyboard.type('/di')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Escape')
      await expect(list).toHaveCount(0)
      await page.keyboard.type('vide')
      await expect(textOf(page)).toContainText('/divide')
    })
    await test.step('a key that is faster than the browser’s word of the caret acts there', async () => {
      await startAnew(page)
      await page.keyboard.type('One word, and one more')
      await page.keyboard.press('Control+Home')
      await expect.poll(() => page.evaluate(() => getSelection()?.focusOffset)).toBe(0)
      await textOf(page).evaluate((text) => {
        const press = (key: string, keyCode: number, ctrlKey = false) =>
          text.dispatchEvent(
            new KeyboardEvent('keydown', {
              key,
              keyCode,
              ctrlKey,
              bubbles: true,
              cancelable: true,
            }),
          )
        const words = text.querySelector('p')?.firstChild as Text
        // Nothing is between the two: the browser has not told of the selection when the key comes.
        getSelection()?.setBaseAndExtent(words, 0, words, 3)
        press('b', 66, true)
        const line = text.querySelector('p') as HTMLElement
        getSelection()?.collapse(line, line.childNodes.length)
        press('Enter', 13)
      })

      await page.keyboard.type('Below')
      await expect(textOf(page).locator('strong')).toHaveText('One')
      await expect(textOf(page).locator('p').nth(1)).toHaveText('Below')
    })
    await test.step('a link has words of its own', async () => {
      await startAnew(page)
      await page.keyboard.type('Read this')
      await page.keyboard.press('Control+Shift+ArrowLeft')
      await page.keyboard.press('Control+k')
      const dialog = page.getByRole('dialog', { name: 'Link' })
      await expect(dialog.getByLabel('Words')).toHaveValue('this')
      await dialog.getByLabel('Address').fill('unilag.edu.ng')
      await dialog.getByLabel('Words').fill('the report')
      await page.keyboard.press('Enter')
      await page.keyboard.type(' first')
      await expect(textOf(page)).toHaveText('Read the report first')
      await expect(textOf(page).locator('a')).toHaveText('the report')
    })
    await test.step('the ring on the picture moves by arrow keys and by hand', async () => {
      await openSettings(page)
      const buffer = await aPicture(800, 600).jpeg().toBuffer()
      await page
        .getByLabel('Upload a picture')
        .setInputFiles({ name: 'ferry.jpg', mimeType: 'image/jpeg', buffer })
      const focus = page.getByRole('group', { name: 'Focus' })
      await expect(focus.getByRole('radio', { name: 'Middle' })).toBeChecked({ timeout: 20_000 })
      await focus.getByRole('radio', { name: 'Middle' }).focus()
      await page.keyboard.press('ArrowUp')
      await expect(focus.getByRole('radio', { name: 'Top', exact: true })).toBeChecked()
      await page.keyboard.press('ArrowRight')
      await expect(focus.getByRole('radio', { name: 'Top right' })).toBeChecked()
      const whole = await focus.getByAltText('The picture of the story').boundingBox()
      if (!whole) throw new Error('The picture is not drawn')
      await page.mouse.move(whole.x + whole.width - 20, whole.y + 20)
      await page.mouse.down()
      await page.mouse.move(whole.x + 20, whole.y + whole.height - 20, { steps: 5 })
      await page.mouse.up()
      await expect(focus.getByRole('radio', { name: 'Bottom left' })).toBeChecked()
      await expect(focus.getByAltText('As a square')).toHaveCSS('object-position', '0% 100%')
    })
  })
})
