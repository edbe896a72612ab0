import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { FileInput } from '#site/admin/ui/FileInput.tsx'
import { formatBytes } from '#site/lib/format-bytes.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { progressClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { useBookFile } from './use-book-file.ts'

interface Props {
  id: string
  /** The label of the area, which also names its control. */
  label: string
  takes: string
  accept: string
  file: ReturnType<typeof useBookFile>
  hint: string
  isDisabled: boolean
  children?: ReactNode
}

const dropClass =
  'relative rounded-2 border-2 text-14 has-[input:focus-visible]:[outline:3px_solid_var(--focus)] ' +
  'has-[input:focus-visible]:outline-offset-[3px]'
const labelClass =
  'relative flex min-h-56 cursor-pointer items-center gap-12 px-14 py-10 leading-145 text-ink-2 ' +
  'has-[:disabled]:cursor-default [&>svg]:flex-none [&>svg]:text-ink'

export function FileDrop({
  id,
  label,
  takes,
  accept,
  file: { state, announcement, choose, retry, discard },
  hint,
  isDisabled,
  children,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const error = state.is === 'failed' ? state.sentence : undefined

  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
  }
  const onDrop = (event: DragEvent) => {
    over(event)
    if (!isDisabled) choose(event.dataTransfer.files[0])
  }
  const remove = () => {
    discard()
    input.current?.focus()
  }
  const again = () => {
    retry()
    input.current?.focus()
  }

  return (
    <div className="grid min-w-0 gap-6">
      {children}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only a mouse can drop; the file field inside is for everybody. */}
      <div
        className={`${dropClass} ${isOver ? 'bg-sunk' : 'border-dashed'} ${error ? 'border-danger bg-danger-bg' : 'border-line-2'}`}
        onDragOver={over}
        onDragLeave={over}
        onDrop={onDrop}
      >
        <label className={labelClass}>
          <Icon name="upload" size={20} />
          <span>
            <b className="block text-15 font-semibold text-ink">{label}</b> {takes}
          </span>
          <FileInput
            ref={input}
            id={id}
            className="absolute inset-0 w-full cursor-[inherit] opacity-0"
            accept={accept}
            disabled={isDisabled}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-note`}
            onFile={choose}
          />
        </label>
        {(state.is === 'sending' || state.is === 'chosen') && (
          <p className="flex flex-wrap items-center gap-x-14 gap-y-4 px-14 pb-8">
            <span className="basis-full text-ink [overflow-wrap:anywhere]">
              {state.file.name} · {formatBytes(state.file.size)}
            </span>
            {state.is === 'sending' && (
              <>
                <progress
                  className={`${progressClass} flex-[1_1_120px]`}
                  max={100}
                  value={state.percent}
                  aria-label={`Upload of ${state.file.name}`}
                />
                <span>{state.percent < 100 ? `Uploading… ${state.percent} %` : 'Checking…'}</span>
              </>
            )}
            <button type="button" className="btn-text" onClick={remove}>
              <span>{state.is === 'sending' ? 'Cancel upload' : 'Remove'}</span>
            </button>
          </p>
        )}
      </div>
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
      {state.is === 'failed' && state.file && (
        <button type="button" className="btn-text justify-self-start" onClick={again}>
          <span>Try again</span>
        </button>
      )}
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </div>
  )
}
