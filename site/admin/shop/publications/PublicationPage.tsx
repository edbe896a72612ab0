import { useMutation, useQueryClient } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { adminCall, downloadAdminFile } from '#site/admin/lib/call.ts'
import { useOne, useOpenedHeading } from '#site/admin/lib/lists/use-one-of-list.ts'
import { uploadAsStaff } from '#site/admin/lib/pictures/upload-to-book.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { FileDrop } from '#site/admin/shop/books/FileDrop.tsx'
import { faultOfCover, faultOfPdf, useBookFile } from '#site/admin/shop/books/use-book-file.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { Button } from '#site/admin/ui/Button.tsx'
import { actionsClass, bylineClass, factsClass } from '#site/admin/ui/classes.ts'
import { LoadedOne, OnePage, type OpenProps } from '#site/admin/ui/frame/OnePage.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Link } from '#site/admin/ui/Link.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { PublicationForm } from './PublicationForm.tsx'
import {
  factsOf,
  type OnePublication,
  PublicationBadges,
  PublicationCover,
  type Shown,
} from './PublicationRow.tsx'

interface Props extends OpenProps {
  /** Undefined for a new one. */
  id: string | undefined
  shown: Shown
  onMade(id: string): void
}

/** One publication: its files, its words, and whether readers see it. */
export function PublicationPage({ id, shown, takesFocus, onMade, ...list }: Props) {
  const client = useQueryClient()
  const heading = useOpenedHeading(takesFocus)
  const query = useOne(
    ['publication', id],
    () => adminCall('GET /admin/publications/:id', { id: id ?? '' }),
    id !== undefined,
  )
  const saved = (publication: OnePublication) => {
    client.setQueryData(['publication', publication.id], publication)
    void client.invalidateQueries({ queryKey: ['publications'] })
  }
  const title = id === undefined ? 'Add publication' : (query.data?.title ?? 'Publication')
  return (
    <OnePage title={title} headingRef={heading} {...list}>
      <div className="mt-20 max-w-[720px] pb-24">
        {id === undefined ? (
          <PublicationForm
            publication={undefined}
            onSaved={(made) => {
              saved(made)
              void showToast(adminMessages.publicationAdded)
              onMade(made.id)
            }}
          />
        ) : (
          <LoadedOne query={query} name="publication" missing="Publication Not Found">
            {(publication) => (
              <>
                <Head
                  publication={publication}
                  shown={shown}
                  onSaved={saved}
                  onGone={list.onBack}
                />
                {!publication.isFile && <FilesOf publication={publication} onSaved={saved} />}
                <h2 className="mb-16 mt-28 border-t-2 border-ink pt-16 text-25/110">Words</h2>
                <PublicationForm
                  key={`${publication.revision} ${publication.isCorrected}`}
                  publication={publication}
                  onSaved={(changed) => {
                    saved(changed)
                    void showToast(adminMessages.publicationSaved)
                  }}
                />
              </>
            )}
          </LoadedOne>
        )}
      </div>
    </OnePage>
  )
}

interface OneProps {
  publication: OnePublication
  onSaved(publication: OnePublication): void
}

interface HeadProps extends OneProps {
  shown: Shown
  onGone(): void
}

/** How readers see it, and what can be done about that. */
function Head({ publication, shown, onSaved, onGone }: HeadProps) {
  const client = useQueryClient()
  const { id, state, isFile, pdfBytes } = publication
  const isOut = state === 'published'
  const onError = () => void showToast(adminMessages.notDone)
  const change = useMutation({
    mutationFn: () =>
      callWithUndo('PATCH /admin/publications/:id/state', {
        id,
        state: isOut ? 'retired' : 'published',
      }),
    onSuccess({ answer, undo }) {
      onSaved(answer)
      void showToast(
        isOut ? adminMessages.publicationRetired : adminMessages.publicationPublished,
        undo,
      )
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: () => callWithUndo('DELETE /admin/publications/:id', { id }),
    onSuccess({ undo }) {
      void client.invalidateQueries({ queryKey: ['publications'] })
      void showToast(adminMessages.publicationDeleted, undo)
      onGone()
    },
    onError,
  })
  const label = isOut ? 'Retire' : state === 'draft' ? 'Publish' : 'Bring back'
  return (
    <div className="grid grid-cols-[96px_minmax(0,1fr)] gap-20">
      <PublicationCover publication={publication} shown={shown} />
      <div className="min-w-0">
        <p className={bylineClass}>{factsOf(publication, shown)}</p>
        <p className={factsClass}>
          <PublicationBadges {...publication} />
        </p>
        <div className={`${actionsClass} mt-16`}>
          {pdfBytes > 0 && (
            <ActionButton
              label={label}
              busy="One moment…"
              isBusy={change.isPending}
              isOutline={isOut}
              onPress={() => change.isPending || change.mutate()}
            />
          )}
          {isOut && <Link look="outline" href={paths.publication(id)} label="On the site" />}
          {state !== 'published' && !isFile && (
            <Button
              look="danger"
              isBusy={remove.isPending}
              onClick={() => remove.isPending || remove.mutate()}
              icon={adminIcons.trash}
              label="Remove the file too"
            />
          )}
        </div>
        {isFile && (
          <p className={`${bylineClass} mt-12`}>
            Its PDF, text and cover are files on the server. Its place, its card and whether readers
            see it are set here.
          </p>
        )}
      </div>
    </div>
  )
}

const tookBack = {
  corrections: adminMessages.publicationTextRead,
  cover: adminMessages.publicationCover,
}

/** Takes back what somebody has set of it: the PDF's text or the drawn cover is there again. */
function useTakeBack(what: keyof typeof tookBack, { publication: { id }, onSaved }: OneProps) {
  return useMutation({
    mutationFn: () => callWithUndo(`DELETE /admin/publications/:id/${what}`, { id }),
    onSuccess({ answer, undo }) {
      onSaved(answer)
      void showToast(tookBack[what], undo)
    },
    onError: () => void showToast(adminMessages.notDone),
  })
}

function FilesOf({ publication, onSaved }: OneProps) {
  const { id, pdfBytes, coverImageUrl, isCorrected } = publication
  const address = `/api/admin/publications/${id}`
  const optionsOf = (kind: 'file' | 'cover') => ({
    bookId: id,
    first: undefined,
    faultOf: kind === 'file' ? faultOfPdf : faultOfCover,
    upload: (_: string, ...sent: [File, Parameters<typeof uploadAsStaff>[2]]) =>
      uploadAsStaff<OnePublication>(`${address}/${kind}`, ...sent),
    onArrived(changed: OnePublication) {
      onSaved(changed)
      void showToast(
        kind === 'file' ? adminMessages.publicationFileRead : adminMessages.publicationCover,
      )
    },
  })
  const pdf = useBookFile(optionsOf('file'))
  const cover = useBookFile(optionsOf('cover'))
  const download = useMutation({
    mutationFn: () => downloadAdminFile(`${address}/file`, `${id}.pdf`),
    onError: () => void showToast(adminMessages.fileNotDownloaded),
  })
  const readAgain = useTakeBack('corrections', { publication, onSaved })
  const drawAgain = useTakeBack('cover', { publication, onSaved })
  return (
    <div className="mt-28 grid gap-16 border-t-2 border-ink pt-16">
      <h2 className="text-25/110">Files</h2>
      <FileDrop
        id="publication-pdf"
        label={pdfBytes > 0 ? 'Replace the PDF' : 'Choose the PDF or drop it here'}
        takes="PDF without a password, max 50 MB"
        accept="application/pdf,.pdf"
        file={pdf}
        hint={`It is checked for scripts and files inside, and its text is read. ${isCorrected ? 'The text that you corrected stays.' : ''}`}
        isDisabled={false}
      />
      {pdfBytes > 0 && (
        <ActionButton
          label="Look at the PDF"
          busy="Loading…"
          isBusy={download.isPending}
          isOutline
          className="justify-self-start"
          onPress={() => download.isPending || download.mutate()}
        />
      )}
      {isCorrected && (
        <ActionButton
          label="Take the text of the PDF"
          busy="One moment…"
          isBusy={readAgain.isPending}
          isOutline
          className="justify-self-start"
          onPress={() => readAgain.isPending || readAgain.mutate()}
        />
      )}
      <FileDrop
        id="publication-cover"
        label="Upload a cover"
        takes="JPG or PNG, max 10 MB"
        accept="image/jpeg,image/png"
        file={cover}
        hint="Without one it is drawn from title and category."
        isDisabled={false}
      />
      {coverImageUrl && (
        <ActionButton
          label="Draw the cover again"
          busy="Drawing…"
          isBusy={drawAgain.isPending}
          isOutline
          className="justify-self-start"
          onPress={() => drawAgain.isPending || drawAgain.mutate()}
        />
      )}
    </div>
  )
}
