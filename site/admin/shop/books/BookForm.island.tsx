import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { errorSentences } from '#contract/error-sentences.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { idInAddress } from '#site/admin/lib/addresses.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import type { AdminBook } from '#site/admin/lib/pictures/upload-to-book.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { skeletonClass, titleClass } from '#site/admin/ui/classes.ts'
import { AdminSkeleton } from '#site/admin/ui/frame/AdminSkeleton.tsx'
import { BackLink } from '#site/admin/ui/frame/BackLink.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { MissingThing } from '#site/admin/ui/frame/MissingThing.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { useIsFromSteps } from '#site/admin/ui/frame/use-is-from-steps.ts'
import { BookFields, bookPageClass } from './BookFields.tsx'
import type { BookFiles } from './use-book-form.ts'

interface Props {
  isNew: boolean
  /** The author before another is typed. */
  publisherName: string
}

/** Why an island? The calls need a token, the cover follows the typing, and uploads show their progress. */
export const BookForm = adminIsland(({ isNew, publisherName }: Props) =>
  isNew ? <NewBook publisherName={publisherName} /> : <EditBook publisherName={publisherName} />,
)

function Head({ title }: { title: string }) {
  // They have a way back, and a step for payments.
  const isFromSteps = useIsFromSteps()
  return (
    <>
      {!isFromSteps && <BackLink href={staffPaths.dashboard} text="Back to Dashboard" />}
      <h1 className={titleClass}>{title}</h1>
      <div className="mt-16 empty:hidden">{!isFromSteps && <Off name="payments" />}</div>
    </>
  )
}

function NewBook({ publisherName }: { publisherName: string }) {
  /** Each round is a new form. */
  const [round, setRound] = useState(0)
  /** The book that this form has created, when there is more to do: from then on it is that book's form. */
  const [made, setMade] = useState<{ book: AdminBook; files: BookFiles }>()
  return (
    <>
      <Head title={made ? 'Edit Book' : 'Add New Book'} />
      <BookFields
        key={round}
        book={made?.book}
        files={made?.files}
        publisherName={publisherName}
        isFromPage={round === 0}
        isAgain={round > 0}
        onMade={(book, files) => {
          setMade({ book, files })
          setRound(round + 1)
        }}
        onAgain={(newest) => {
          if (made && newest) setMade({ ...made, book: newest })
          setRound(round + 1)
        }}
      />
    </>
  )
}

function EditBook({ publisherName }: { publisherName: string }) {
  const client = useQueryClient()
  const query = useAdminQuery({
    queryKey: ['book'],
    queryFn: () => adminCall('GET /admin/books/:id', { id: idInAddress() }),
  })
  /** Each round is a new form. */
  const [round, setRound] = useState(0)
  const isMissing = query.error instanceof ApiError && query.error.status === 404

  return (
    <>
      <Head title="Edit Book" />
      {isMissing ? (
        <MissingThing
          title="Book Not Found"
          text={errorSentences[404].bookNotFound}
          href={staffPaths.dashboard}
          back="Back to Dashboard"
        />
      ) : (
        <Loaded
          query={query}
          skeleton={<Skeleton />}
          failed="The book could not be loaded. Nothing is lost; please try again."
        >
          {(book) => (
            <BookFields
              key={round}
              book={book}
              files={undefined}
              publisherName={publisherName}
              isFromPage={false}
              isAgain={round > 0}
              onMade={() => {}}
              onAgain={(newest) => {
                if (newest) client.setQueryData(['book'], newest)
                setRound(round + 1)
              }}
            />
          )}
        </Loaded>
      )}
    </>
  )
}

function Skeleton() {
  return (
    <div className={bookPageClass} aria-hidden="true">
      <AdminSkeleton rows={4} />
      <aside className="py-18">
        <div className={`my-10 min-h-[400px] ${skeletonClass}`} />
      </aside>
    </div>
  )
}
