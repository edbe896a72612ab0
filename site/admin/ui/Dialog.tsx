import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '#site/admin/ui/Button.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { dialogClass } from './classes.ts'

/** `screen`: all of it, under a bar; `menu`: without a head, closed by a click beside it. */
type Frame = 'sheet' | 'screen' | 'menu'

const frameClasses: Record<Frame, string> = {
  sheet: dialogClass,
  screen: 'fixed inset-0 m-0 size-full max-h-none max-w-none overflow-auto bg-paper p-0 text-ink',
  menu: 'command-menu cut',
}

interface Props {
  title: string
  frame?: Frame
  isBusy?: boolean
  /** A sheet without a button that leaves it has a cross. */
  hasClose?: boolean
  onOpen?(): void
  onClose(): void
  /** `leave` closes it. */
  children(leave: () => void): ReactNode
}

/** A modal dialog. After it closes, the focus is where it was before. */
export function Dialog(props: Props) {
  const { title, frame = 'sheet', isBusy = false, onOpen, onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const opened = useRef(onOpen)
  const isLeft = useRef(false)
  const titleId = useId()
  useEffect(() => {
    // Focus returns to the button that opened it when the dialog closes.
    dialog.current?.showModal()
    opened.current?.()
  }, [])
  // A parent may unmount the dialog without closing it: then the browser would not restore the focus.
  useLayoutEffect(() => {
    const open = dialog.current
    return () => open?.close()
  }, [])
  /** This is not left to the browser's close event, which is sent after the focus has returned. */
  const leave = () => {
    if (isLeft.current) return
    isLeft.current = true
    dialog.current?.close()
    onClose()
  }
  const isBare = frame === 'menu'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same.
    <dialog
      ref={dialog}
      className={frameClasses[frame]}
      aria-label={isBare ? title : undefined}
      aria-labelledby={isBare ? undefined : titleId}
      onClose={leave}
      onCancel={(event) => {
        event.preventDefault()
        if (!isBusy) leave()
      }}
      onClick={(event) => isBare && event.target === dialog.current && leave()}
    >
      {!isBare && <Head {...props} id={titleId} leave={leave} />}
      {children(leave)}
    </dialog>
  )
}

interface HeadProps extends Pick<Props, 'title' | 'frame' | 'hasClose'> {
  id: string
  leave(): void
}

function Head({ id, title, frame, hasClose, leave }: HeadProps) {
  if (frame === 'screen') {
    return (
      <div className="sticky top-0 z-10 flex min-h-[54px] items-center justify-between border-b-2 border-ink bg-paper pl-16 pr-4">
        <h2 id={id} className="text-21/110">
          {title}
        </h2>
        <CloseButton onPress={leave} />
      </div>
    )
  }
  if (hasClose) {
    return (
      <div className="-mt-16 mb-10 flex items-center justify-between gap-12 pl-30 sm:mt-0 sm:pl-0">
        <h2 id={id} className="text-29/110 tracking-closer">
          {title}
        </h2>
        <CloseButton size={22} onPress={leave} />
      </div>
    )
  }
  return (
    <h2 id={id} className="mb-16 text-25/110">
      {title}
    </h2>
  )
}

function CloseButton({ size = 20, onPress }: { size?: number; onPress(): void }) {
  return (
    <Button look="icon" aria-label="Close" onClick={onPress}>
      <Icon name="close" size={size} />
    </Button>
  )
}
