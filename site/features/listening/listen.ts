import { adoptStyles } from '#site/lib/adopt-styles.ts'
import { toElement } from '#site/lib/to-element.ts'
import { icons } from '#site/ui/icons.ts'
import styles from './listen.css?inline'
import { chooseVoice, utterancesOf } from './utterances.ts'

adoptStyles(styles)

const icon = (shape: string) =>
  `<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${shape}"/></svg>`
const bar = `<div class="listen-bar" role="group" aria-label="Listening"><p role="status"></p><button type="button" class="btn btn-sunrise" data-pause>${icon(icons.pause)}<span>Pause</span></button><button type="button" class="btn btn-outline" data-stop>${icon(icons.close)}Stop</button></div>`

let playing: { stop(): void } | undefined

/** A press on Listen: the text is read aloud, paragraph by paragraph; pressed again, it stops. */
export function toggleListening(button: HTMLElement) {
  if (playing) playing.stop()
  else playing = listen(button)
}

function listen(button: HTMLElement) {
  const paragraphs = [
    ...document.querySelectorAll<HTMLElement>(
      '[data-aloud] :is(p, h2, h3, li, blockquote):not(footer *)',
    ),
  ].filter((one) => !one.querySelector('p, li'))
  const said = paragraphs.flatMap((paragraph) =>
    utterancesOf(paragraph.textContent ?? '').map((text) => ({ paragraph, text })),
  )
  const controls = toElement(bar)
  const pause = controls.querySelector<HTMLElement>('[data-pause]')
  const status = controls.querySelector('[role=status]')
  let at = 0
  let isPaused = false
  /** Which utterance may go on: one that was cut short must not. */
  let turn = 0

  const speak = () => {
    const next = said[at]
    if (!next) return stop()
    mark(next.paragraph)
    const mine = ++turn
    const utterance = new SpeechSynthesisUtterance(next.text)
    const voice = chooseVoice(speechSynthesis.getVoices())
    if (voice) {
      utterance.voice = voice
      utterance.lang = voice.lang
    }
    const goOn = () => {
      if (mine !== turn || isPaused) return
      at++
      speak()
    }
    utterance.onend = goOn
    // A piece that cannot be said is passed over, a voice that fails altogether ends it.
    utterance.onerror = ({ error }) => {
      if (mine !== turn || isPaused) return
      if (error === 'text-too-long' || error === 'synthesis-failed') goOn()
      else stop()
    }
    speechSynthesis.speak(utterance)
  }
  const mark = (paragraph: HTMLElement) => {
    if (paragraph.hasAttribute('data-spoken')) return
    unmark()
    paragraph.setAttribute('data-spoken', '')
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    paragraph.scrollIntoView({ block: 'center', behavior: calm ? 'instant' : 'smooth' })
  }
  const unmark = () => document.querySelector('[data-spoken]')?.removeAttribute('data-spoken')
  const show = () => {
    if (status) status.textContent = isPaused ? 'Paused' : 'Reading aloud'
    if (!pause) return
    pause.querySelector('path')?.setAttribute('d', isPaused ? icons.play : icons.pause)
    const words = pause.querySelector('span')
    if (words) words.textContent = isPaused ? 'Go on' : 'Pause'
  }
  // Android takes a pause for an end: the piece is begun again instead.
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

  pause?.addEventListener('click', togglePause)
  controls.querySelector('[data-stop]')?.addEventListener('click', stop)
  addEventListener('pagehide', stop)
  document.addEventListener('keydown', onKey)
  document.body.append(controls)
  button.ariaPressed = 'true'
  show()
  speechSynthesis.cancel()
  pause?.focus({ preventScroll: true })
  speak()
  return { stop }
}
