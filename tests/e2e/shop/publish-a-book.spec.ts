import type { Locator, Page } from 'playwright/test'
import { violationsInLightAndDark } from '../support/axe.ts'
import { fromElsewhere, mailsTo } from '../support/readers.ts'
import { expect, holdBack, phone, test } from '../support/test.ts'

test.use({ ...phone, expectedErrors: /status of 400/ })

const errors = {
  'Book Title': 'Title must be at least 3 characters',
  'Author Name': 'Author name must be at least 2 characters',
  'Book Description': 'Description must be at least 50 characters',
  Category: 'Please select a category',
  'Suggested Price': 'Price must be a positive number',
  Email: 'Please enter a valid email address',
  'Phone Number': 'Please enter a valid phone number',
  'Why do you want to publish this book?':
    'Please explain your publishing reason in at least 20 characters',
}
const received =
  'Your book publishing request has been submitted. Our team will review it and contact you within 3-5 business days.'

const aRequest = () => ({
  'Book Title': 'Harmattan Arithmetic',
  'Author Name': 'Folake Ezenwa-Audu',
  'Book Description':
    'Forty exercises about dust, distance and the price of kerosene, for evenings.',
  'Suggested Price': '1500.50',
  Email: `folake.${Date.now()}.${Math.floor(Math.random() * 1e9)}@ascend.example`,
  'Phone Number': '0800 000 0000',
  'Why do you want to publish this book?': 'My pupils copy it by hand, and the hand gets tired.',
})

const fieldOf = (page: Page, label: string) =>
  page.locator('#publish-form').getByLabel(label, { exact: false })
const send = (page: Page) => page.getByRole('button', { name: 'Submit for Review' }).click()
const agree = (page: Page) => page.getByRole('checkbox', { name: 'I agree' }).check()

async function fillIn(page: Page, request: Record<string, string> = aRequest()) {
  for (const [label, text] of Object.entries(request)) await fieldOf(page, label).fill(text)
  await fieldOf(page, 'Category').selectOption('Educational')
  return request
}

function noteAt(field: Locator) {
  return field.evaluate(
    (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.innerText,
  )
}

test('an author reads what they get, is told what is missing, and sends one request', async ({
  page,
}) => {
  await fromElsewhere(page)
  await page.goto('/publish')

  await test.step('what happens next, and what is needed', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Publish Your Book')
    for (const benefit of ['Reach Nigerian youth', 'Editorial support', 'Fair revenue sharing']) {
      await expect(page.getByRole('heading', { name: benefit })).toBeVisible()
    }
    await expect(page.getByRole('main').getByRole('listitem').last()).toHaveText(
      'We contact you within 3-5 business days',
    )
    for (const label of Object.keys(errors)) {
      const text = page.locator('#publish-form label').filter({ hasText: label }).first()
      await expect(text).toContainText('*')
      await expect(fieldOf(page, label)).toHaveAttribute('required')
    }
    await expect(page.locator('label').filter({ hasText: 'Cover Image URL' })).toContainText(
      '(optional)',
    )
    await expect(fieldOf(page, 'Email')).toHaveAttribute('type', 'email')
    await expect(fieldOf(page, 'Phone Number')).toHaveAttribute('type', 'tel')
    await expect(fieldOf(page, 'Category').getByRole('option')).toHaveText([
      'Select a category',
      'Novel',
      'Guide',
      'Fiction',
      'Policy',
      'Educational',
      'Biography',
      'Self-Help',
      'Career Development',
      'Youth Development',
      'Motivational',
    ])
  })

  await test.step('every error is at its field, and the first is in the middle of the screen', async () => {
    // Until script has come, the browser itself sees to what is required.
    await expect(page.locator('#publish-form')).toHaveJSProperty('noValidate', true)
    await fieldOf(page, 'Email').fill('folake@')
    await fieldOf(page, 'Email').blur()
    await expect.poll(() => noteAt(fieldOf(page, 'Email'))).toBe(errors.Email)
    await fieldOf(page, 'Suggested Price').fill('-1')
    await send(page)
    const first = fieldOf(page, 'Book Title')
    await expect(first).toBeFocused()
    await expect
      // It is in the middle of what the sticky header leaves.
      .poll(async () => {
        const { y = 0, height = 0 } = (await first.boundingBox()) ?? {}
        return Math.abs(y + height / 2 - 500)
      })
      .toBeLessThan(60)
    for (const [label, message] of Object.entries(errors)) {
      await expect(fieldOf(page, label)).toHaveAttribute('aria-invalid', 'true')
      await expect.poll(() => noteAt(fieldOf(page, label))).toBe(message)
    }
    await expect(page.getByText('Please fix 9 fields')).toBeVisible()
    expect(await violationsInLightAndDark(page, 'the form with its errors')).toEqual([])
    await agree(page)
    await send(page)
    await expect(page.getByText('Please fix 8 fields')).toBeVisible()
    await expect(page.locator('[data-problem-box]').getByRole('link')).toHaveText(
      Object.keys(errors),
    )
  })

  await test.step('two clicks are one request, with its reference and an empty form', async () => {
    const request = await fillIn(page)
    const release = await holdBack(page, /\/api\/books\/publish$/)
    const answered = page.waitForResponse('/api/books/publish')
    await page.locator('#publish-form [type=submit]').dblclick()
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
    release()
    const { id } = await (await answered).json()
    const reference = `PR-${id.slice(0, 8).toUpperCase()}`
    const toast = page.getByRole('status').filter({ hasText: 'Submission Received!' })
    await expect(toast).toContainText(received)
    await expect(toast).toContainText(`Reference ${reference}`)
    const box = page.locator('#sent')
    await expect(box).toBeFocused()
    await expect(box).toContainText(reference)
    for (const label of Object.keys(errors)) await expect(fieldOf(page, label)).toHaveValue('')
    await expect(page.getByRole('checkbox', { name: 'I agree' })).not.toBeChecked()
    const mails = await mailsTo(request['Email'] ?? '')
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain(reference)
    await page.reload()
    await expect(fieldOf(page, 'Book Title')).toHaveValue('')
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a rejected form keeps its input, and the page shows the reference of one that is sent', async ({
    page,
  }) => {
    await fromElsewhere(page)
    await page.goto('/publish')
    const request = await fillIn(page, { ...aRequest(), 'Phone Number': '0800' })
    await agree(page)
    await send(page)
    await expect(page.getByText('Please fix 1 field')).toBeVisible()
    await expect(page.locator('#authorPhone-note')).toHaveText(errors['Phone Number'])
    for (const [label, text] of Object.entries(request)) {
      await expect(fieldOf(page, label)).toHaveValue(text)
    }
    await expect(fieldOf(page, 'Category')).toHaveValue('Educational')
    await fieldOf(page, 'Phone Number').fill('+234 800 000 0000')
    await send(page)
    await expect(page).toHaveURL(/\/publish\?sent=PR-[0-9A-F]{8}$/)
    await expect(page.getByText('Submission Received!')).toBeVisible()
    await expect(page.getByText(received)).toBeVisible()
    const reference = new URL(page.url()).searchParams.get('sent') ?? ''
    await expect(page.getByText(reference)).toBeVisible()
    await expect(fieldOf(page, 'Book Title')).toHaveValue('')
    const [mail] = await mailsTo(request['Email'] ?? '')
    expect(mail).toContain(reference)

    // The address cannot put foreign text into the page.
    for (const sent of ['PR-1234', 'PR-1234ABCD+and+your+PIN', '<b>x</b>']) {
      await page.goto(`/publish?sent=${sent}`)
      await expect(page.locator('#sent')).toBeHidden()
    }
  })
})
