import { violationsOnPhoneAndDesktop } from '../support/axe.ts'
import { expect, holdBack, phone, test } from '../support/test.ts'
import { tooWideOnAPhone } from '../support/too-wide.ts'
import { withAdminSession } from './publisher.ts'

test.describe('on a phone', () => {
  test.use(phone)

  test('the owner writes another headline, sees it live, and takes it back with one press', async ({
    page,
    request,
  }) => {
    await withAdminSession(page)
    await page.goto('/admin/studio')
    await page.getByRole('link', { name: 'Hero' }).click()
    const headline = page.getByRole('textbox', { name: 'Headline' })
    await expect(headline).toHaveValue('Celebrating Success and Achievement')
    await headline.fill('Young Nigeria, climbing higher')
    await expect(page.getByText('30 of 40 letters. 3 lines on every phone')).toBeVisible()
    await expect(page.getByText('Draft, saved')).toBeVisible()
    await page.reload()
    await expect(headline).toHaveValue('Young Nigeria, climbing higher')

    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(headline).toHaveValue('Celebrating Success and Achievement')
    // Its toast stands over the foot of the page.
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Use again' }).last().click()
    await expect(headline).toHaveValue('Young Nigeria, climbing higher')
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect(headline).toHaveValue('Celebrating Success and Achievement')
    await expect(page.getByRole('button', { name: 'Discard draft' })).toBeHidden()
    const html = await (await request.get('/')).text()
    expect(html).toContain('Celebrating')
  })

  test('the owner lists a company that handles data, and keeps a register that nobody else sees', async ({
    page,
  }) => {
    await withAdminSession(page)
    await page.goto('/admin/studio')
    await page.getByRole('link', { name: 'Who handles data' }).click()
    const add = page.getByRole('button', { name: 'Add a company' })
    await add.click()
    await add.click()
    const mail = page.getByRole('group', { name: 'Company 1' })
    await mail.getByLabel('What it does').selectOption('Mail server')
    await mail.getByRole('textbox', { name: 'Company' }).fill('Example Mail Ltd')
    await mail.getByRole('textbox', { name: 'What for' }).fill('Carries our mail')
    await mail.getByRole('textbox', { name: /^Country/ }).fill('Ireland')
    await mail.getByLabel('Day of your contract').fill('2026-11-25')
    const files = page.getByRole('group', { name: 'Company 2' })
    await files.getByRole('textbox', { name: 'Company' }).fill('Example Files Ltd')
    await expect(page.getByText('Draft, saved')).toBeVisible()
    await page.reload()
    await expect(files.getByRole('textbox', { name: 'Company' })).toHaveValue('Example Files Ltd')
    const where = 'companies'
    expect(await violationsOnPhoneAndDesktop(page, where)).toEqual([])
    expect(await tooWideOnAPhone(page, where)).toEqual([])
    // What stood below a removed row moves up.
    await page.getByRole('button', { name: 'Remove Example Mail Ltd' }).click()
    await expect(mail.getByRole('textbox', { name: 'Company' })).toHaveValue('Example Files Ltd')
    await expect(mail.getByRole('textbox', { name: /^Country/ })).toHaveValue('')
    await expect(files).toBeHidden()
    await mail.getByLabel('What it does').selectOption('Bucket of files')
    await mail.getByRole('textbox', { name: 'What for' }).fill('Keeps our files')
    await mail.getByRole('textbox', { name: /^Country/ }).fill('Nigeria')
    await expect(page.getByText('Draft, saved')).toBeVisible()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(mail).toBeHidden()

    await page.goto('/admin/studio/breaches')
    await page.getByRole('button', { name: 'Add a breach' }).click()
    const breach = page.getByRole('group', { name: 'Breach 1' })
    await breach.getByLabel('Day that you noticed it').fill('2026-11-25')
    await breach.getByRole('textbox', { name: /^What happened/ }).fill('A stolen laptop.')
    await breach.getByRole('textbox', { name: /^How many/ }).fill('40, 3 of them under 18')
    await breach.getByRole('textbox', { name: /^Who was told/ }).fill('The Commission, that day.')
    await expect(page.getByText('Draft, saved')).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved, for you alone')).toBeVisible()
    await expect(page.getByText('Live in a moment…')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(breach).toBeHidden()
  })
})

test.describe('a draft that cannot be published', () => {
  test.use({ ...phone, expectedErrors: /status of 400/ })

  test('a link of the owner is typed at once, and what is wrong with it comes into view', async ({
    page,
  }) => {
    await withAdminSession(page)
    await page.goto('/admin/studio/menu')
    await page.getByRole('button', { name: 'Add a link' }).click()
    await expect(page.getByRole('textbox', { name: 'Name of the new link' })).toBeFocused()
    await page.keyboard.type('Events')
    await expect(page.getByText('Draft, saved')).toBeVisible()
    await page.getByRole('button', { name: 'Footer: Support' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeInViewport()
    await expect(page.getByRole('textbox', { name: 'Address of Events' })).toBeVisible()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect(page.getByRole('button', { name: 'Discard draft' })).toBeHidden()
  })
})

test('a file of settings is read though it is chosen before the script is there, and so is the same file again', async ({
  page,
}) => {
  await withAdminSession(page)
  const release = await holdBack(page, /\/_astro\/.*\.js/)
  await page.goto('/admin/studio', { waitUntil: 'commit' })
  const file = { name: 'studio.json', mimeType: 'application/json', buffer: Buffer.from('{}') }
  await page.getByLabel('Open a file').setInputFiles(file)
  release()
  const said = page.locator('.toast').getByText('Nothing to Read')
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(said).toHaveCount(0)
  await page.getByLabel('Open a file').setInputFiles(file)
  await expect(said).toBeVisible()
})
