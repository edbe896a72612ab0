import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { registration } from '#contract/endpoints/readers/sign-in.ts'
import { checkForm } from '#site/lib/forms/check-form.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { click, field, noteAt, type } from './page.tsx'

/** The form as the pages of accounts and orders draw it, with what check-form writes into. */
function opened(send = vi.fn(async () => {})) {
  render(
    <div>
      <div data-form-summary="" />
      <form>
        <input type="hidden" name="returnTo" value="/books" />
        <Field name="firstName" label="First name" />
        <Field name="lastName" label="Last name" />
        <Field name="email" label="Email" kind="email" />
        <Field name="password" label="Password" kind="password" hint="At least 10 characters" />
        <button type="submit">Create an account</button>
      </form>
    </div>,
  )
  for (const [name, markup] of [
    ['data-field-wrong', '<p data-error><span></span></p>'],
    ['data-form-wrong', '<div tabindex="-1"><p></p></div>'],
  ] as const) {
    const template = document.createElement('template')
    template.setAttribute(name, '')
    const range = document.createRange()
    template.content.append(range.createContextualFragment(markup))
    document.body.append(template)
  }
  checkForm(document.querySelector('form') as HTMLFormElement, registration, send)
  return send
}
const fillIn = () => {
  type('First name', 'Simi')
  type('Last name', 'Ade')
  type('Email', 'simi@ascend.example')
  type('Password', 'eleven goats and a radio')
}

test('a field shows its error when it is left, until it is corrected', async () => {
  opened()
  type('Email', 'simi@')
  field('Email').focus()
  field('Email').blur()
  expect(noteAt('Email')).toBe('Please enter a valid email address')
  expect(field('Email').ariaInvalid).toBe('true')
  type('Email', 'simi@ascend.example')
  expect(screen.queryByText('Please enter a valid email address')).toBeNull()
  // A field that was only passed through is not yet wrong.
  field('First name').focus()
  field('First name').blur()
  expect(screen.queryByText('Please enter your first name')).toBeNull()
})

test('an invalid form is not sent, and focuses its first invalid field', () => {
  const send = opened()
  type('Password', 'too short')
  click('Create an account')
  expect(document.activeElement).toBe(field('First name'))
  expect(noteAt('First name')).toBe('Please enter your first name')
  expect(noteAt('Last name')).toBe('Please enter your last name')
  // It takes the place of the hint.
  expect(noteAt('Password')).toBe('Password must be at least 10 characters')
  expect(send).not.toHaveBeenCalled()
})

test('an error of the server stands above the form, which keeps its input', async () => {
  const send = opened(vi.fn(() => Promise.reject(new ApiError(409, 'This address is taken.'))))
  fillIn()
  click('Create an account')
  const sentence = await screen.findByText('This address is taken.')
  expect(document.activeElement).toBe(sentence.parentElement)
  expect(field('First name').value).toBe('Simi')
  expect(send).toHaveBeenCalledWith(expect.objectContaining({ returnTo: '/books' }))
})

test('a pending form is not sent twice, and can be sent again after a failure', async () => {
  let fail = (_: Error) => {}
  const send = opened(
    vi.fn(
      () =>
        new Promise<void>((_, reject) => {
          fail = reject
        }),
    ),
  )
  fillIn()
  click('Create an account')
  click('Create an account')
  expect(send).toHaveBeenCalledTimes(1)
  fail(new TypeError('Failed to fetch'))
  await screen.findByText('No answer came. Please check your connection and try again.')
  click('Create an account')
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
})
