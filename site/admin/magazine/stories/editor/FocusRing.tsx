import type { KeyboardEvent, PointerEvent } from 'react'
import { type ImageFocus, imageFocuses } from '#contract/magazine/story-content.ts'
import { focusClass } from '#site/lib/pages/pictures.ts'

interface Props {
  src: string
  focus: ImageFocus
  onChoose(focus: ImageFocus): void
}

const labels: Record<ImageFocus, string> = {
  'left-top': 'Top left',
  top: 'Top',
  'right-top': 'Top right',
  left: 'Left',
  center: 'Middle',
  right: 'Right',
  'left-bottom': 'Bottom left',
  bottom: 'Bottom',
  'right-bottom': 'Bottom right',
}

/** The places lie in three rows of three. */
const columns = 3

const whole = 'The picture of the story'

const crops = [
  { alt: 'As a card', class: 'cut step-4 h-48 w-72' },
  { alt: 'As a square', class: 'size-48' },
]

/** The whole picture with a ring around what every crop keeps, and the crops. */
export function FocusRing({ src, focus, onChoose }: Props) {
  const at = imageFocuses.indexOf(focus)
  const [column, row] = [at % columns, Math.floor(at / columns)]
  const choose = (x: number, y: number) => {
    const inside = (place: number) => Math.min(columns - 1, Math.max(0, place))
    const next = imageFocuses[inside(y) * columns + inside(x)]
    if (next && next !== focus) onChoose(next)
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons === 0) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    choose(
      Math.floor(((event.clientX - left) / width) * columns),
      Math.floor(((event.clientY - top) / height) * columns),
    )
  }
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    choose(column + step[0], row + step[1])
  }
  return (
    <fieldset className="grid gap-10">
      <legend className="sr-only">Focus</legend>
      <div
        className="group relative touch-none select-none overflow-hidden"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drag(event)
        }}
        onPointerMove={drag}
      >
        <img
          className="block h-auto min-h-96 w-full object-cover"
          src={src}
          alt={whole}
          draggable={false}
          referrerPolicy="no-referrer"
        />
        <div className="absolute inset-0 grid grid-cols-3 grid-rows-3">
          {imageFocuses.map((place) => (
            <label key={place} className="relative cursor-grab">
              <input
                type="radio"
                name="focus-ring"
                className="absolute inset-0 size-full cursor-[inherit] opacity-0"
                aria-label={labels[place]}
                checked={place === focus}
                onChange={() => onChoose(place)}
                onKeyDown={move}
              />
            </label>
          ))}
        </div>
        <span
          className="pointer-events-none absolute size-60 [translate:-50%_-50%] rounded-full border-4 border-white shadow-[0_0_0_2px_#171a33,inset_0_0_0_2px_#171a33] group-has-[:focus-visible]:[outline:3px_solid_var(--focus)] group-has-[:focus-visible]:outline-offset-3"
          style={{
            left: `${((column + 0.5) / columns) * 100}%`,
            top: `${((row + 0.5) / columns) * 100}%`,
          }}
          aria-hidden="true"
        />
      </div>
      <div className="flex gap-10">
        {crops.map((crop) => (
          <img
            key={crop.alt}
            className={`object-cover ${crop.class} ${focusClass(focus) ?? ''}`}
            src={src}
            alt={crop.alt}
            title={crop.alt}
            referrerPolicy="no-referrer"
          />
        ))}
      </div>
      <p className="text-14/140 text-ink-2">
        Drag the ring to the part that must stay in view, as a card and as a square.
      </p>
    </fieldset>
  )
}
