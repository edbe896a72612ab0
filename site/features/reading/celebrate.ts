import { type Achievement, achievements } from '#contract/achievements.ts'
import { adoptStyles } from '#site/lib/adopt-styles.ts'
import { changeKept } from '#site/lib/reading-record.ts'
import { toElement } from '#site/lib/to-element.ts'
import { rarities } from './achievement-words.ts'
import styles from './celebrate.css?inline'
import medals from './medals.svg?url'
import { tellCelebrated } from './sync-reading.ts'

let underWay: Promise<void> | undefined

/** Tells of every achievement that was unlocked and not told of yet, one after the other, each once for ever. */
export function celebrate(): Promise<void> {
  underWay ??= celebrateAll().finally(() => {
    underWay = undefined
  })
  return underWay
}

async function celebrateAll() {
  let told = false
  for (;;) {
    // Nobody is taken out of another dialog: the next page tells it.
    const next = document.querySelector('dialog[open]') ? undefined : takeNext()
    if (!next) break
    told = true
    await show(next)
  }
  if (told) tellCelebrated()
}

/** From the storage as it is now: what one tab has taken no other shows. */
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
  const dialog = toElement(
    `<dialog class="celebrate cut" aria-labelledby="celebrate">
      <div class="celebrate-scene" aria-hidden="true"><i></i><img alt="" width="72" height="72"></div>
      <h2 id="celebrate">Achievement Unlocked!</h2>
      <p><b></b><span class="badge"></span></p>
      <p></p>
      <form method="dialog"><button class="btn">Awesome!</button></form>
    </dialog>`,
  ) as HTMLDialogElement
  const write = (place: string, text: string) => {
    const element = dialog.querySelector(place)
    if (element) element.textContent = text
  }
  dialog.querySelector('img')?.setAttribute('src', `${medals}#${id}`)
  write('p b', title)
  write('.badge', rarities[rarity])
  write('p + p', description)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve()
    })
  })
}
