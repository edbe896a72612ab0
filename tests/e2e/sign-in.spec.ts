import { aPerson, fromElsewhere, mailsTo, password, signedIn } from './readers.ts'
import { desktop, expect, phone, queryOf, test } from './test.ts'

test.use({ expectedErrors: /status of 40[019]/ })

test.beforeEach(({ page }) => fromElsewhere(page))

test('a visitor creates an account by keyboard and returns to the same page, greeted by name', async ({
  page,
}) => {
  const person = aPerson()
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).press('Enter')
  await page.getByRole('link', { name: 'Create an account' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await page.getByLabel('First name').focus()
  for (const value of [person.firstName, person.lastName, person.email, person.password]) {
    await page.keyboard.type(value)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('End')
  await expect(page.getByLabel('How old are you?')).toHaveValue('18+')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/#welcome')
  const greeting = page.getByRole('region', { name: 'Greeting' })
  await expect(greeting).toContainText(`Welcome, ${person.firstName}`, { useInnerText: true })
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: person.firstName })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Logout' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Sign in' })).toBeHidden()
})

test('a taken address and a wrong password show an error, and the form keeps its input', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await browser.newPage({ baseURL: baseURL ?? '' })
  const known = await signedIn(other)
  await other.close()

  await page.goto('/sign-in?mode=create')
  await page.getByLabel('First name').fill('Somebody')
  await page.getByLabel('Last name').fill('Else')
  await page.getByLabel('Email').fill(known.email.toUpperCase())
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create an account' }).click()
  const told = page.locator('[data-problem-box]')
  await expect(told).toContainText('We could not create this account.')
  await expect(told).toBeFocused()
  await expect(page.getByLabel('First name')).toHaveValue('Somebody')

  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(known.email)
  await page.getByLabel('Password').fill('not my password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('That e-mail and password do not match.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(known.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('region', { name: 'Greeting' })).toContainText(
    `Hello, ${known.firstName}`,
    { useInnerText: true },
  )
})

test('the first click on Sign in shows the site’s own errors, however early it comes', async ({
  page,
}) => {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const email = page.getByLabel('Email')
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(email).toBeFocused()
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
    'Please enter your password',
  )
})

test('a click on Sign in before any script has loaded shows the site’s own errors', async ({
  page,
}) => {
  await page.route(/\/_astro\/.*\.js/, () => {})
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Sign in' }).click({ noWaitAfter: true })
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  )
})

test('the box about a wrong password keeps its distance to the form', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('nobody@ascend.example')
  await page.getByLabel('Password').fill('not a password of ours')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const problem = await page.locator('[data-problem-box]').boundingBox()
  const form = await page.locator('form[data-sign-in]').boundingBox()
  expect((form?.y ?? 0) - (problem?.y ?? 0) - (problem?.height ?? 0)).toBeGreaterThanOrEqual(16)
})

test('a forgotten password is replaced by the link of a mail, once', async ({ page }) => {
  const person = await signedIn(page)
  await page.goto('/api/logout')
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()

  const link = /http:\S+mode=reset\S+/
  let address = ''
  await expect
    .poll(async () => {
      const found = (await mailsTo(person.email)).map((mail) => link.exec(mail)?.[0])
      address = found.find(Boolean) ?? ''
      return address
    })
    .toContain('token=')
  await page.goto(address)
  await page.getByLabel('New password').fill('a whole new password')
  await page.getByRole('button', { name: 'Change my password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill('a whole new password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/')

  await page.goto(address)
  await page.getByLabel('New password').fill('and yet another one')
  await page.getByRole('button', { name: 'Change my password' }).click()
  await expect(page.getByText('This link has been used or has expired.')).toBeVisible()
})

test('a visitor’s page sends no session request, and a reader’s sends one', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/user')) asked.push(page.url())
  })
  await page.goto('/')
  await page.goto('/about')
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  const { firstName } = await signedIn(page)
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: firstName })).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('the signed-in home greets the reader above every section, and turns public once the session ends', async ({
  page,
}) => {
  const { firstName } = await signedIn(page)
  await page.goto('/')
  const greeting = page.getByRole('region', { name: 'Greeting' })
  await expect(greeting).toContainText(`Hello, ${firstName}`, { useInnerText: true })
  for (const name of [
    'Discover Amazing Stories',
    'Featured Story',
    'Magazine Features',
    'Read Our Publications',
    'Educational Resources',
    'Join the Conversation',
  ]) {
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
  // The session ends elsewhere; the browser still has the hint.
  const { cookies } = await page.context().storageState()
  await page.request.post('/api/logout')
  await page.context().addCookies(cookies)
  await page.goto('/')
  await expect(greeting).toBeHidden()
  await page.goto('/about')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Logout' })).toBeHidden()
})

test.describe('the menu of a reader', () => {
  test.use(phone)

  test('greets the reader, links to what they can create, and signs out', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByText('Create Content')).toBeHidden()
    await expect(menu.getByText('Welcome back')).toBeHidden()

    await signedIn(page)
    await page.goto('/about')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(menu.getByText('Welcome back')).toContainText('User')
    await expect(menu.getByRole('link', { name: 'Publish Book' })).toBeVisible()
    await menu.getByRole('link', { name: 'Submit Feature' }).click()
    await expect(page).toHaveURL('/submit')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await menu.getByRole('link', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
    expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  })
})

test.describe('on a desktop', () => {
  test.use(desktop)

  test('Submit Feature stands in the header for readers only', async ({ page }) => {
    const link = page.getByRole('banner').getByRole('link', { name: 'Submit Feature' })
    await page.goto('/about')
    await expect(link).toBeHidden()
    await signedIn(page)
    await page.goto('/about')
    await expect(link).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an account is made, left and entered again by ordinary forms', async ({ page }) => {
    const person = aPerson()
    await page.goto('/sign-in?mode=create&returnTo=/books')
    await page.getByLabel('First name').fill(person.firstName)
    await page.getByLabel('Last name').fill(person.lastName)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill('too short')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await expect(page.getByText('Password must be at least 10 characters')).toBeVisible()
    await expect(page.getByText('Please fix 1 field')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await expect(page.getByLabel('Password')).toHaveValue('')
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Create an account' }).click()
    await expect(page).toHaveURL('/books')
    await page.goto('/account')
    await expect(page.getByText(person.email)).toBeVisible()

    await page.goto('/api/logout')
    await page.goto('/api/login?returnTo=/account')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill('not my password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('That e-mail and password do not match.')).toBeVisible()
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/account')
    expect(queryOf(page)).toEqual({})
  })
})
