import { type PointerEvent, useId, useRef, useState } from 'react'
import { type Chart, daysIn, publishedOf, sentenceOf, textOf, type Unit } from './stat-words.ts'

interface Props {
  chart: Chart
  /** What is counted, as in "Reads". */
  label: string
  unit?: Unit
  /** What the dots are, after "Previous": "28 days". */
  before: string
}

/** Strokes are as wide on a phone as on a laptop, though the drawing is not. */
const stroke = { vectorEffect: 'non-scaling-stroke' } as const
const dots = {
  ...stroke,
  strokeWidth: 3.6,
  strokeDasharray: '0 6',
  strokeLinecap: 'round',
} as const

/**
 * Treads as the server drew them. A press, a pointer or the arrow keys choose one and tell its value; `value` of the
 * slider tells it to screen readers.
 */
export function TreadChart({ chart, label, unit = 'count', before }: Props) {
  const { scale, days, treads } = chart
  const [chosen, choose] = useState<number>()
  const isPressed = useRef(false)
  const tread = chosen === undefined ? undefined : treads[chosen]
  const described = tread ?? treads.findLast(({ value }) => value !== null) ?? treads[0]

  const chooseAt = (event: PointerEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const at = ((event.clientX - left) / width) * 100
    const distance = (index: number) => Math.abs((treads[index]?.at ?? 0) - at)
    choose(treads.reduce((best, _, index) => (distance(index) < distance(best) ? index : best), 0))
  }
  return (
    <figure className="mt-24">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-8 text-12 font-medium text-ink-2">
        <div
          className="flex flex-col-reverse justify-between text-right md:text-13"
          aria-hidden="true"
        >
          {scale.map(({ at, label }) => (
            <span key={at} className="flex h-0 items-center justify-end">
              {label}
            </span>
          ))}
        </div>
        <div className="relative h-[164px] has-[:focus-visible]:outline has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-3 has-[:focus-visible]:outline-focus md:h-[200px]">
          <input
            type="range"
            className="absolute inset-0 size-full cursor-pointer [touch-action:pan-y] opacity-0"
            min={0}
            max={treads.length - 1}
            value={chosen ?? treads.length - 1}
            aria-label={`${label}: choose a day`}
            aria-valuetext={described && sentenceOf(described, label, unit)}
            // Its own thumb stands elsewhere: treads may differ in width.
            onChange={(event) => isPressed.current || choose(Number(event.target.value))}
            onKeyDown={(event) => {
              if (event.key === 'Escape') choose(undefined)
            }}
            onPointerDown={(event) => {
              isPressed.current = true
              chooseAt(event)
            }}
            onPointerMove={(event) => {
              if (event.pointerType === 'mouse' || isPressed.current) chooseAt(event)
            }}
            onPointerUp={() => {
              isPressed.current = false
            }}
            onPointerCancel={() => {
              isPressed.current = false
            }}
            onPointerLeave={(event) => {
              if (event.pointerType === 'mouse') choose(undefined)
            }}
            onBlur={() => choose(undefined)}
          />
          <Drawing chart={chart} />
          {tread && <Bubble tread={tread} label={label} unit={unit} />}
        </div>
        <div
          className="col-start-2 mt-8 flex justify-between gap-8 md:text-13 [&>:nth-child(even)]:max-md:hidden"
          aria-hidden="true"
        >
          {days.map(({ at, label }) => (
            <span key={at}>{label}</span>
          ))}
        </div>
      </div>
      <Legend chart={chart} label={label} before={before} />
    </figure>
  )
}

function Drawing({ chart: { now, edge, open, suns, scale, before } }: Pick<Props, 'chart'>) {
  const clip = useId()
  return (
    <svg
      className="pointer-events-none absolute inset-0 size-full overflow-visible fill-none"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <clipPath id={clip}>
        <path d={now} />
      </clipPath>
      {scale.map(({ at }) => (
        <path
          key={at}
          className="stroke-line"
          d={`M0 ${100 - at}H100`}
          strokeWidth="1.5"
          {...stroke}
        />
      ))}
      <path className="fill-mark" d={now} />
      <path className="stroke-transparent dark:stroke-star" d={edge} strokeWidth="3" {...stroke} />
      <path
        className="fill-paper stroke-mark dark:stroke-star"
        d={open}
        strokeWidth="2.5"
        {...stroke}
      />
      <path className="stroke-mark dark:stroke-star" d={before} {...dots} />
      <path className="stroke-thread" d={before} clipPath={`url(#${clip})`} {...dots} />
      <path className="stroke-ink" d="M0 100H100" strokeWidth="1.5" {...stroke} />
      <path className="stroke-ink" d={suns} strokeWidth="11" strokeLinecap="round" {...stroke} />
      <path className="stroke-sunrise" d={suns} strokeWidth="8" strokeLinecap="round" {...stroke} />
    </svg>
  )
}

function Legend({ chart, label, before }: Pick<Props, 'chart' | 'label' | 'before'>) {
  return (
    <figcaption className="mt-12 flex flex-wrap gap-x-16 gap-y-6 text-14 text-ink-2">
      <span className="flex items-center gap-8">
        <i className="size-14 bg-mark dark:border-t-3 dark:border-star" aria-hidden="true" />
        {label}
      </span>
      {chart.before && (
        <span className="flex items-center gap-8">
          <svg className="h-14 w-24 bg-mark" viewBox="0 0 24 14" aria-hidden="true">
            <path
              className="stroke-thread"
              d="M4 7h17"
              strokeWidth="3"
              strokeDasharray="0 5.3"
              strokeLinecap="round"
            />
          </svg>
          <span>
            Previous<span className="max-md:sr-only"> {before}</span>
          </span>
        </span>
      )}
      {chart.suns && (
        <span className="flex items-center gap-8">
          <i className="size-12 rounded-full border border-ink bg-sunrise" aria-hidden="true" />
          Story published
        </span>
      )}
    </figcaption>
  )
}

/** What the chosen tread says, above it. Hidden from screen readers, which the slider tells. */
function Bubble({
  tread,
  label,
  unit,
}: {
  tread: Chart['treads'][number]
  label: string
  unit: Unit
}) {
  const { at, top, value, before, published, title, isOpen } = tread
  return (
    <div
      className="pointer-events-none absolute z-10 w-max max-w-[260px] rounded-2 bg-ink px-12 py-8 text-13/140 text-paper"
      // It moves by its own width: at the edges of the chart it stays within them.
      style={{ left: `${at}%`, bottom: `${100 - top}%`, transform: `translate(-${at}%, -10px)` }}
      aria-hidden="true"
    >
      <b className="block text-15 font-semibold">
        {value === null ? 'Still to come' : `${textOf(value, unit)} ${label.toLowerCase()}`}
        {isOpen && ' so far'}
      </b>
      {daysIn(tread)}
      {before !== null && ` · ${textOf(before, unit)} previous`}
      <i
        className="absolute -bottom-4 size-10 [rotate:45deg] [translate:-50%] bg-ink"
        style={{ left: `${Math.min(94, Math.max(6, at))}%` }}
      />
      {published > 0 && (
        <span className="mt-2 flex items-center gap-6">
          <i className="size-10 flex-none rounded-full bg-sunrise" />
          <span className="truncate">{publishedOf(published, title)}</span>
        </span>
      )}
    </div>
  )
}
