import { flushSync } from 'react-dom'
import { LinkDialog, PictureDialog } from './later-parts.ts'
import type { PlainText } from './PlainField.tsx'
import type { PictureAttrs } from './selected.ts'
import type { RichField } from './use-rich-field.ts'

interface Props {
  dialog: 'link' | PictureAttrs | undefined
  show(dialog: undefined): void
  plain: PlainText
  richField: RichField
}

/** What is asked about a link or a picture of the text. */
export function TextDialogs({ dialog, show, plain, richField }: Props) {
  const { rich, selected, focusText } = richField
  /** The dialog goes at once, and not at the next render: a key that is pressed by then belongs to the text. */
  const close = () => {
    flushSync(() => show(undefined))
    focusText()
  }
  return (
    <>
      {dialog === 'link' && (
        <LinkDialog
          href={selected?.link}
          words={rich.current ? rich.current.linkWords() : plain.selectedWords()}
          onSet={(href, words) => {
            close()
            if (rich.current) rich.current.setLink(href, words)
            else plain.insert(`[${words || href}](${href})`)
          }}
          onClose={close}
        />
      )}
      {typeof dialog === 'object' && (
        <PictureDialog
          picture={dialog}
          onSet={(picture: PictureAttrs) => {
            close()
            rich.current?.setPicture(picture)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
