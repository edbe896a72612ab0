import type * as z from 'zod/mini'
import { ApiError } from '#contract/api-error.ts'

type Control = HTMLInputElement | HTMLSelectElement

/**
 * Validates an ordinary form by the contract's schema: a field on blur, all of them on submit,
 * with the focus on the first invalid one. A valid form is sent by `send`; an error of the server is shown
 * at its fields, or above the form. Fields look as Field.tsx renders them.
 */
export function checkForm<S extends z.ZodMiniObject>(
  form: HTMLFormElement,
  schema: S,
  send: (values: z.output<S>) => Promise<void>,
) {
  form.noValidate = true
  const read = () => schema.safeParse(Object.fromEntries(new FormData(form)))
  const controls = () =>
    [...form.elements].filter(
      (element): element is Control =>
        (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) &&
        element.type !== 'hidden',
    )
  const errorsOf = (result: ReturnType<typeof read>) => {
    const errors: Record<string, string> = {}
    for (const { path, message } of result.error?.issues ?? []) errors[String(path[0])] ??= message
    return errors
  }
  const showAll = (errors: Record<string, string | undefined>, sentence = '') => {
    for (const control of controls()) showError(control, errors[control.name])
    const first = controls().find(({ name }) => errors[name])
    showSentence(form, first ? '' : sentence)
    focusField(first)
  }

  // Fields that lost the focus before this script loaded.
  const early = errorsOf(read())
  for (const control of controls()) {
    const isLeft = control.value !== '' && control !== document.activeElement
    if (isLeft && early[control.name]) showError(control, early[control.name])
  }

  form.addEventListener('input', ({ target }) => {
    const control = target as Control
    if (control.ariaInvalid && !errorsOf(read())[control.name]) showError(control, undefined)
  })
  form.addEventListener('focusout', ({ target }) => {
    const control = target as Control
    // A field that was only passed through is not yet invalid.
    if (!control.name || (control.value === '' && !control.ariaInvalid)) return
    showError(control, errorsOf(read())[control.name])
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (form.ariaBusy) return
    const result = read()
    if (!result.success) return showAll(errorsOf(result), 'Please check what you typed.')
    const button = form.querySelector('button')
    form.ariaBusy = 'true'
    if (button) button.ariaBusy = 'true'
    try {
      await send(result.data)
    } catch (error) {
      const { fields = {}, sentence = noAnswer } = error instanceof ApiError ? error : {}
      const firsts = Object.entries(fields).map(([name, messages]) => [name, messages[0]])
      showAll(Object.fromEntries(firsts), sentence)
      form.ariaBusy = null
      if (button) button.ariaBusy = null
    }
  })
}

/** The text when the network, or the service, is unavailable. */
export const noAnswer = 'No answer came. Please check your connection and try again.'

/** Shows an error beside a field in place of its hint, or removes it. */
export function showError(control: Control, message: string | undefined) {
  const field = control.closest('[data-field]')
  const hint = field?.querySelector<HTMLElement>('[data-hint]')
  field?.querySelector('[data-error]')?.remove()
  const wrong = message ? copyOf('[data-field-wrong]') : undefined
  if (wrong && field) {
    wrong.id = `${control.id}-error`
    write(wrong, 'span', message)
    field.append(wrong)
  }
  if (hint) hint.hidden = wrong !== undefined
  control.ariaInvalid = wrong ? 'true' : null
  const described = wrong?.id ?? hint?.id
  if (described) control.setAttribute('aria-describedby', described)
  else control.removeAttribute('aria-describedby')
}

function showSentence(form: HTMLFormElement, sentence: string) {
  const place = form.parentElement?.querySelector('[data-form-summary]')
  const box = sentence ? copyOf('[data-form-wrong]') : undefined
  place?.replaceChildren(...(box ? [box] : []))
  if (!box) return
  write(box, 'p', sentence)
  box.focus()
}

function copyOf(template: string): HTMLElement | undefined {
  const { content } = document.querySelector<HTMLTemplateElement>(`template${template}`) ?? {}
  return content?.firstElementChild?.cloneNode(true) as HTMLElement | undefined
}

function write(element: Element, part: string, text: string | undefined) {
  const place = element.querySelector(part)
  if (place) place.textContent = text ?? ''
}

/** Focuses a field and scrolls it to the middle: some browsers would scroll it below the header. */
export function focusField(field: HTMLElement | null | undefined) {
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
