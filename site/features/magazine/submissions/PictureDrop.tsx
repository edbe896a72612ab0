import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { errorSentences } from '#contract/error-sentences.ts'
import { upload } from '#contract/form-limits.ts'
import { uploadId, uploadUrl } from '#contract/uploads.ts'
import { shrinkPicture } from '#site/lib/forms/shrink-picture.ts'
import { uploadPicture } from '#site/lib/forms/upload.ts'
import { isSignedOut } from '#site/lib/session.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { fieldClass, progressClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

interface Props {
  imageUrl: string
  /** The server's error for the file that was posted with the form. */
  error: string | undefined
  hint: string | undefined
  isLive: boolean
  /** It is called with the address of the picture, or with none. */
  onChange(url: string): void
  onSignedOut(): void
  /** Reports a pending upload, which the form awaits before it is sent. Resolves to false when it failed. */
  onUpload(under: Promise<boolean>): void
}

type State =
  | { is: 'waiting' }
  | { is: 'sending'; percent: number; stop: AbortController }
  | { is: 'failed'; sentence: string; file?: File; canRetry?: boolean }

const dropLabelClass =
  'relative grid cursor-pointer justify-items-center gap-4 px-16 py-22 text-14 ' +
  'has-[:focus-visible]:[outline:3px_solid_var(--focus)] has-[:focus-visible]:outline-offset-[3px]'
const rowClass = 'flex flex-wrap items-center justify-center gap-x-16 gap-y-4 px-16 pb-16 text-14'
/** With script the whole area is the control; without it, the browser's own shows the chosen file. */
const inputClass = 'mt-8 max-w-full js:absolute js:inset-0 js:m-0 js:cursor-pointer js:opacity-0'

const brokenOff = 'The picture did not get through. Check your connection and try again.'

/** A drop area for a picture: dropped, chosen or, without script, posted with the form. */
export function PictureDrop(props: Props) {
  const { imageUrl, hint, isLive } = props
  const input = useRef<HTMLInputElement>(null)
  const picture = usePicture(props, input)
  const { state, choose } = picture
  const [isOver, setOver] = useState(false)
  const ours = uploadId(imageUrl)

  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
  }
  const drop = (event: DragEvent) => {
    over(event)
    choose(event.dataTransfer.files[0])
  }

  return (
    <div className={fieldClass}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only a mouse can drop; the file field inside is for everybody. */}
      <div
        className={`border-2 border-line-2 text-center ${isOver ? 'bg-sunk' : 'border-dashed'}`}
        data-block=""
        data-drop={isOver ? 'over' : ''}
        onDragOver={over}
        onDragLeave={over}
        onDrop={drop}
      >
        <label className={dropLabelClass}>
          <Icon name="upload" size={22} />
          <b className="text-15 font-semibold">Drop files here or tap to choose</b>
          <span className="text-ink-2">JPG, PNG, MP4, MOV, max 10MB</span>
          <input
            ref={input}
            className={inputClass}
            type="file"
            id="file"
            name="file"
            accept="image/jpeg,image/png,video/mp4,video/quicktime"
            aria-invalid={state.is === 'failed' || undefined}
            aria-describedby={state.is === 'failed' || hint ? 'file-note' : undefined}
            onChange={(event) => choose(event.target.files?.[0])}
          />
        </label>
        {state.is === 'sending' && <Sending percent={state.percent} onCancel={picture.cancel} />}
        {state.is === 'failed' && state.file && (
          <p className={rowClass}>
            <span className="min-w-0 break-words">{state.file.name}</span>
            {state.canRetry && <TextButton label="Try again" onPress={picture.retry} />}
            <TextButton label="Remove" onPress={picture.remove} />
          </p>
        )}
        {isLive && ours && state.is === 'waiting' && (
          <p className={rowClass}>
            <img
              className="h-64 w-96 object-cover"
              src={uploadUrl(ours, upload.widths[0])}
              alt=""
              width={96}
              height={64}
            />
            <span>Your picture</span>
            <TextButton label="Remove" onPress={picture.remove} />
          </p>
        )}
      </div>
      <FieldNote
        id="file-note"
        error={state.is === 'failed' ? state.sentence : undefined}
        hint={hint}
        role="alert"
      />
      <p className="sr-only" role="status">
        {picture.announcement}
      </p>
    </div>
  )
}

/** The picture on its way to the server, and what is done with it. */
function usePicture(
  { error, onChange, onSignedOut, onUpload }: Props,
  input: RefObject<HTMLInputElement | null>,
) {
  const [state, setState] = useState<State>(
    error ? { is: 'failed', sentence: error } : { is: 'waiting' },
  )
  /** Progress for screen readers. */
  const [announcement, setAnnouncement] = useState('')

  const choose = (file: File | undefined) => {
    if (!file) return
    // The file is uploaded before the form, which need not send it again.
    if (input.current) input.current.value = ''
    if (state.is === 'sending') state.stop.abort()
    const sentence = faultOf(file)
    if (sentence) setState({ is: 'failed', sentence, file })
    else onUpload(send(file))
  }

  const send = async (file: File): Promise<boolean> => {
    const stop = new AbortController()
    const show = (percent: number) => setState({ is: 'sending', percent, stop })
    show(0)
    setAnnouncement('Uploading your picture.')
    try {
      const picture = await shrinkPicture(file)
      stop.signal.throwIfAborted()
      const { url } = await uploadPicture(picture, {
        signal: stop.signal,
        onProgress: (part) => !stop.signal.aborted && show(Math.floor(part * 100)),
      })
      setState({ is: 'waiting' })
      setAnnouncement('Your picture is uploaded.')
      onChange(url)
      return true
    } catch (error) {
      // Whoever aborted it sets the next state.
      if (stop.signal.aborted) return true
      setAnnouncement('')
      setState({ is: 'waiting' })
      if (isSignedOut(error)) onSignedOut()
      else if (error instanceof ApiError && error.status < 500) {
        setState({ is: 'failed', sentence: error.sentence, file, canRetry: error.status === 429 })
      } else setState({ is: 'failed', sentence: brokenOff, file, canRetry: true })
      return false
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a file that was chosen before script arrived, once.
  useEffect(() => {
    choose(input.current?.files?.[0])
  }, [])

  const cancel = () => {
    if (state.is === 'sending') state.stop.abort()
    setState({ is: 'waiting' })
    setAnnouncement('The upload was cancelled.')
    input.current?.focus()
  }
  const remove = () => {
    if (state.is === 'failed') setState({ is: 'waiting' })
    else onChange('')
    setAnnouncement('The picture was removed.')
    input.current?.focus()
  }
  const retry = () => {
    if (state.is === 'failed' && state.file) onUpload(send(state.file))
  }
  return { state, announcement, choose, retry, cancel, remove }
}

const Sending = ({ percent, onCancel }: { percent: number; onCancel(): void }) => (
  <p className={rowClass}>
    <progress
      className={`${progressClass} max-w-[320px] flex-[1_1_160px]`}
      max={100}
      value={percent}
      aria-label="Upload"
    />
    <span>Uploading… {percent} %</span>
    <TextButton label="Cancel" onPress={onCancel} />
  </p>
)

const TextButton = ({ label, onPress }: { label: string; onPress(): void }) => (
  <button type="button" className="btn-text" onClick={onPress}>
    <span>{label}</span>
  </button>
)

/** The obvious errors of a file, in the server's own text: nobody pays to upload what is not accepted. */
function faultOf({ type, name, size }: File): string | undefined {
  if (type.startsWith('video/') || /\.(mp4|mov)$/i.test(name))
    return errorSentences[415].videoNotTaken
  if (type !== '' && type !== 'image/jpeg' && type !== 'image/png')
    return errorSentences[415].notAPicture
  return size > upload.bytes ? errorSentences[413].fileTooLarge : undefined
}
