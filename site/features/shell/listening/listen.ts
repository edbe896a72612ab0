import { adoptStyles } from '#site/lib/adopt-styles.ts'
import { createElement, createIcon } from '#site/lib/create-element.ts'
import { scriptIcons } from '#site/ui/icons/script-icons.ts'
import styles from './listen.css?inline'
import { chooseVoice, utterancesOf } from './utterances.ts'

adoptStyles(styles)

let playing: { stop(): void } | undefined

/** A click on Listen: the text is read aloud, paragraph by paragraph; a second click stops it. */
export function toggleListening(button: HTMLElement) {
  if (playing) playing.stop()
  else listen(button)
}

function listen(button: HTMLElement) {
  let utterances = utterancesOfPage()
  const [controls, status, pause, end] = createControls()
  let at = firstSelected(utterances)
  let isPaused = false
  let usesData = false
  /** The number of the current utterance; events of an interrupted one are ignored. */
  let turn = 0

  const speak = () => {
    const next = utterances[at]
    if (!next) return finish()
    mark(next.paragraph)
    const started = ++turn
    const utterance = utteranceOf(next.text)
    usesData = utterance.voice?.localService === false
    show()
    const goOn = () => {
      if (started !== turn || isPaused) return
      at++
      speak()
    }
    utterance.onend = goOn
    // An utterance that fails is skipped; a voice that fails altogether ends the reading.
    utterance.onerror = ({ error }) => {
      if (started !== turn || isPaused) return
      if (error === 'text-too-long' || error === 'synthesis-failed') goOn()
      else stop()
    }
    speechSynthesis.speak(utterance)
  }
  const show = () => {
    const words = isPaused ? 'Paused' : usesData ? 'This voice uses data' : 'Reading aloud'
    // Said once: the same words again would be read out with each sentence.
    if (status.textContent === words) return
    status.textContent = words
    // What costs something is shown on a phone, too.
    status.toggleAttribute('data-shown', usesData)
    pause.replaceChildren(
      createIcon(isPaused ? scriptIcons.play : scriptIcons.pause),
      createElement('span', {}, isPaused ? 'Go on' : 'Pause'),
    )
  }
  /** Whoever answers puts the next text in place of this one, and calls `goOn`; else the reading ends. */
  const finish = () => {
    const goOn = (isThere: boolean) => {
      if (playing !== own) return
      if (!isThere) return stop()
      utterances = utterancesOfPage()
      at = 0
      if (!isPaused) speak()
    }
    if (document.dispatchEvent(new CustomEvent('listened', { detail: goOn, cancelable: true })))
      stop()
  }
  // Android treats a pause as an end: the utterance is started again instead.
  const togglePause = () => {
    isPaused = !isPaused
    show()
    turn++
    speechSynthesis.cancel()
    if (!isPaused) speak()
  }
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && stop()
  function stop() {
    turn++
    playing = undefined
    speechSynthesis.cancel()
    unmark()
    const hadFocus = controls.contains(document.activeElement)
    controls.remove()
    button.ariaPressed = 'false'
    removeEventListener('pagehide', stop)
    document.removeEventListener('keydown', onKey)
    if (hadFocus) button.focus({ preventScroll: true })
  }

  pause.addEventListener('click', togglePause)
  end.addEventListener('click', stop)
  addEventListener('pagehide', stop)
  document.addEventListener('keydown', onKey)
  document.body.append(controls)
  button.ariaPressed = 'true'
  show()
  speechSynthesis.cancel()
  pause.focus({ preventScroll: true })
  const own = { stop }
  playing = own
  speak()
}

/** From where text is selected, else from the beginning. */
function firstSelected(utterances: readonly { paragraph: Node }[]) {
  const selection = getSelection()
  if (!selection || selection.isCollapsed) return 0
  const from = utterances.findIndex(({ paragraph }) => selection.containsNode(paragraph, true))
  return Math.max(0, from)
}

/** In the nearest voice that the device has. */
function utteranceOf(text: string) {
  const utterance = new SpeechSynthesisUtterance(text)
  const voice = chooseVoice(speechSynthesis.getVoices())
  if (voice) {
    utterance.voice = voice
    utterance.lang = voice.lang
  }
  return utterance
}

/** The sentences to be read, each with the paragraph that it stands in. */
function utterancesOfPage() {
  const paragraphs = [
    ...document.querySelectorAll<HTMLElement>(
      '[data-aloud] :is(p, h2, h3, li, blockquote):not(footer *)',
    ),
  ].filter((one) => !one.querySelector('p, li'))
  return paragraphs.flatMap((paragraph) =>
    utterancesOf(paragraph.textContent ?? '').map((text) => ({ paragraph, text })),
  )
}

/** The bar with what it says, and its two buttons. An array: the names of properties are bytes of every reader. */
function createControls() {
  const status = createElement('p', { role: 'status' })
  const pause = createElement('button', { type: 'button', class: 'btn btn-sunrise' })
  const end = createElement(
    'button',
    { type: 'button', class: 'btn btn-outline' },
    createIcon(scriptIcons.close),
    'Stop',
  )
  const controls = createElement(
    'div',
    { class: 'listen-bar', role: 'group', 'aria-label': 'Listening' },
    status,
    pause,
    end,
  )
  return [controls, status, pause, end] as const
}

/** Marks what is being read, and brings it into sight. */
function mark(paragraph: HTMLElement) {
  if (paragraph.hasAttribute('data-spoken')) return
  unmark()
  paragraph.setAttribute('data-spoken', '')
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  paragraph.scrollIntoView({ block: 'center', behavior: calm ? 'instant' : 'smooth' })
}

function unmark() {
  document.querySelector('[data-spoken]')?.removeAttribute('data-spoken')
}
