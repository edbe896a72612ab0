import type { ReactNode } from 'react'
import { BackLink } from '#site/admin/ui/BackLink.tsx'
import { titleClass } from '#site/admin/ui/classes.ts'
import { formClass } from '#site/ui/form-classes.ts'
import { DocumentConflict } from './ConflictBox.tsx'
import { SaveNotice, saveText } from './SaveNotice.tsx'
import type { DocumentEditor } from './use-document-editor.ts'

interface Props {
  editor: DocumentEditor
  thing: 'story' | 'letter'
  title: string
  back: { href: string; text: string }
  revisionsPath: string
  children: ReactNode
}

/** Around the fields of a document: the way back, the saving state, and its errors. */
export function DocumentFrame({ editor, thing, title, back, revisionsPath, children }: Props) {
  const { isReady, saveState, start } = editor
  return (
    <>
      <BackLink {...back} />
      <div className="flex flex-wrap items-end justify-between gap-x-24 gap-y-8">
        <h1 className={titleClass}>{title}</h1>
        <p
          className="text-14/150 text-ink-2"
          role="status"
          data-save-state={start === undefined ? 'loading' : saveState.is}
        >
          {isReady ? saveText(saveState, thing) : `Loading the ${thing}…`}
        </p>
      </div>
      {/* No <form>: Enter submits nothing, and its dialogs have forms of their own. */}
      <div className={`${formClass} mt-24 max-w-[760px]`}>{children}</div>
      <SaveNotice editor={editor} thing={thing}>
        {(conflict) => (
          <DocumentConflict
            editor={editor}
            thing={thing}
            conflict={conflict}
            revisionsPath={revisionsPath}
          />
        )}
      </SaveNotice>
    </>
  )
}
