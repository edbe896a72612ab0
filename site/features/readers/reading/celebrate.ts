import { type Achievement, achievements } from '#contract/magazine/achievements.ts'
import { artPaths } from '#contract/magazine/art-paths.ts'
import { adoptStyles } from '#site/lib/adopt-styles.ts'
import { createElement } from '#site/lib/create-element.ts'
import { changeKept } from '#site/lib/reading/reading-record.ts'
import { rarities } from './achievement-words.ts'
import styles from './celebrate.css?inline'
import medals from './medals.svg?url'
import { tellCelebrated } from './sync-reading.ts'

let underWay: Promise<void> | undefined

/** Shows each achievement that was unlocked and not celebrated yet, one after the other, each once for ever. */
export function celebrate(): Promise<void> {
  underWay ??= celebrateAll().finally(() => {
    underWay = undefined
  })
  return underWay
}

async function celebrateAll() {
  let hasCelebrated = false
  for (;;) {
    // Another dialog is not interrupted: the next page shows it.
    const next = document.querySelector('dialog[open]') ? undefined : takeNext()
    if (!next) break
    hasCelebrated = true
    await show(next)
  }
  if (hasCelebrated) tellCelebrated()
}

/** Reads the storage again: no tab shows what another has claimed. */
function takeNext(): Achievement | undefined {
  let taken: string | undefined
  changeKept((kept) => {
    taken = kept.unlocked.find(({ isTold }) => !isTold)?.id
    if (!taken) return kept
    const unlocked = kept.unlocked.map((one) => (one.id === taken ? { ...one, isTold: true } : one))
    return { ...kept, unlocked }
  })
  return achievements.find(({ id }) => id === taken)
}

let isStyled = false

function show({ id, title, description, rarity }: Achievement): Promise<void> {
  if (!isStyled) adoptStyles(styles)
  isStyled = true
  const dialog = createElement(
    'dialog',
    { class: 'celebrate cut', 'aria-labelledby': 'celebrate' },
    createElement(
      'div',
      { class: 'celebrate-scene', 'aria-hidden': 'true' },
      createElement('i'),
      createElement('img', {
        alt: '',
        width: '72',
        height: '72',
        src: `${artPaths.site('medals', medals)}#${id}`,
      }),
    ),
    createElement('h2', { id: 'celebrate' }, 'Achievement Unlocked!'),
    createElement(
      'p',
      {},
      createElement('b', {}, title),
      createElement('span', { class: 'badge' }, rarities[rarity]),
    ),
    createElement('p', {}, description),
    createElement(
      'form',
      { method: 'dialog' },
      createElement('button', { class: 'btn' }, 'Awesome!'),
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve()
    })
  })
}
