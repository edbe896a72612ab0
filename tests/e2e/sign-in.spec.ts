import { aPerson, fromElsewhere, mailsTo, password, signedIn } from './support/readers.ts'
import { desktop, expect, phone, queryOf, test } from './support/test.ts'
import { watchRequests } from './support/traffic.ts'

test.use({ expectedErrors: /status of 40[019]/ })

test.beforeEach(({ page }) => fromElsewhere(page))

test('who mistypes is told by the form, which keeps its input, and who forgot gets a new password', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await browser.newPage({ baseURL: baseURL ?? '' })
  const known = await signedIn(other)
  await other.close()
  const email = page.getByLabel('Email')
  const signIn = page.getByRole('main').getByRole('button', { name: 'Sign in' })
  const told = page.locator('[data-problem-box]')
  const wrongPassword = page.getByText('That e-mail and password do not match.')

  await test.step('a click before any script has loaded shows the site’s own errors', async () => {
    await page.route(/\/_astro\/.*\.js/, () => {})
    await page.goto('/sign-in', { waitUntil: 'commit' })
    await signIn.click({ noWaitAfter: true })
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
    await page.unroute(/\/_astro\/.*\.js/)
  })

  await test.step('so does the first click with script', async () => {
    await page.goto('/sign-in')
    await signIn.click()
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(email).toBeFocused()
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
      'Please enter your password',
    )
  })

  await test.step('an address that is taken', async () => {
    await page.goto('/sign-in?mode=create')
    await page.getByLabel('First name').fill('Somebody')
    await page.getByLabel('Last name').fill('Else')
    await email.fill(known.email.toUpperCase())
    await page.getByLabel('Password').fill(password)
    const age = page.getByLabel('How old are you?')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await expect(age).toHaveAccessibleDescription('Please choose your age')
    await expect(age).toBeFocused()
    await age.selectOption('I am 13 to 17')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await expect(told).toContainText('We could not create this account.')
    await expect(told).toBeFocused()
    await expect(page.getByLabel('First name')).toHaveValue('Somebody')
  })

  await test.step('a wrong password, in a box that keeps its distance to the form', async () => {
    await page.goto('/sign-in')
    await email.fill(known.email)
    await page.getByLabel('Password').fill('not my password')
    await signIn.click()
    await expect(wrongPassword).toBeVisible()
    await expect(email).toHaveValue(known.email)
    const problem = await told.boundingBox()
    const form = await page.locator('form[data-sign-in]').boundingBox()
    expect((form?.y ?? 0) - (problem?.y ?? 0) - (problem?.height ?? 0)).toBeGreaterThanOrEqual(16)
    await page.getByLabel('Password').fill(password)
    await signIn.click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('region', { name: 'Greeting' })).toContainText(
      `Hello, ${known.firstName}`,
      { useInnerText: true },
    )
  })

  await test.step('a forgotten password is replaced by the link of a mail, once', async () => {
    await page.goto('/api/logout')
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await email.fill(known.email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
    let address = ''
    await expect
      .poll(async () => {
        const found = (await mailsTo(known.email)).map(
          (mail) => /http:\S+mode=reset\S+/.exec(mail)?.[0],
        )
        address = found.find(Boolean) ?? ''
        return address
      })
      .toContain('token=')
    await page.goto(address)
    await page.getByLabel('New password').fill('a whole new password')
    await page.getByRole('button', { name: 'Change my password' }).click()
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
    await email.fill(known.email)
    await page.getByLabel('Password').fill('a whole new password')
    await signIn.click()
    await expect(page).toHaveURL('/')

    await page.goto(address)
    await page.getByLabel('New password').fill('and yet another one')
    await page.getByRole('button', { name: 'Change my password' }).click()
    await expect(page.getByText('This link has been used or has expired.')).toBeVisible()
  })
})

test('header and menu tell a reader what they can create, and a visitor creates an account by keyboard', async ({
  page,
}) => {
  await test.step('header and menu tell a reader what they can create, and sign them out', async () => {
    const header = page.getByRole('banner')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const open = () => page.getByRole('button', { name: 'Menu', exact: true }).click()
    const submit = header.getByRole('link', { name: 'Submit Feature' })

    await test.step('not a visitor', async () => {
      await page.goto('/about')
      await open()
      await expect(menu.getByText('Create Content')).toBeHidden()
      await expect(menu.getByText('Welcome back')).toBeHidden()
      await page.keyboard.press('Escape')
      await page.setViewportSize(desktop.viewport)
      await expect(submit).toBeHidden()
    })

    await signedIn(page)
    await page.goto('/about')
    await expect(submit).toBeVisible()
    await page.setViewportSize(phone.viewport)
    await open()
    await expect(menu.getByText('Welcome back')).toContainText('User')
    await expect(menu.getByRole('link', { name: 'Publish Book' })).toBeVisible()
    await menu.getByRole('link', { name: 'Submit Feature' }).click()
    await expect(page).toHaveURL('/submit')
    await open()
    await menu.getByRole('link', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
    await expect(header.getByRole('link', { name: 'Sign in' })).toBeVisible()
    expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  })

  await page.context().clearCookies()
  await test.step('a visitor creates an account by keyboard, and is greeted on every page until the session ends', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/user')) asked.push(page.url())
    })
    const person = aPerson()
    const header = page.getByRole('banner')

    await test.step('a visitor’s page asks for no session', async () => {
      const { isQuiet } = await watchRequests(page)
      await page.goto('/about')
      await page.goto('/')
      await isQuiet()
      expect(asked).toEqual([])
    })

    const greeting = page.getByRole('region', { name: 'Greeting' })
    await test.step('the form leads back to the page where it was asked for, which says Welcome once', async () => {
      await header.getByRole('link', { name: 'Sign in' }).press('Enter')
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
      await expect(greeting).toContainText(`Welcome, ${person.firstName}`, { useInnerText: true })
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
      await expect(header.getByRole('link', { name: person.firstName })).toBeVisible()
      await expect(header.getByRole('link', { name: 'Logout' })).toBeVisible()
      await expect(header.getByRole('link', { name: 'Sign in' })).toBeHidden()
    })

    await test.step('the home greets above every section, for one request', async () => {
      await page.goto('/about')
      await expect(header.getByRole('link', { name: person.firstName })).toBeVisible()
      asked.length = 0
      await page.goto('/')
      await expect(greeting).toContainText(`Hello, ${person.firstName}`, { useInnerText: true })
      expect(asked).toHaveLength(1)
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
    })

    await test.step('the session ends elsewhere, while the browser still has the hint', async () => {
      const { cookies } = await page.context().storageState()
      await page.request.post('/api/logout')
      await page.context().addCookies(cookies)
      await page.goto('/')
      await expect(greeting).toBeHidden()
      await page.goto('/about')
      await expect(header.getByRole('link', { name: 'Sign in' })).toBeVisible()
      await expect(header.getByRole('link', { name: 'Logout' })).toBeHidden()
    })
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
    await expect(page.getByText('Please fix 2 fields')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await expect(page.getByLabel('Password')).toHaveValue('')
    await page.getByLabel('How old are you?').selectOption('I am under 13')
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Create an account' }).click()
    // A child goes on to where a guardian is named.
    await expect(page).toHaveURL('/account#guardian')
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
