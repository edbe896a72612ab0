import type { ReactNode } from 'react'
import { mailTo } from '#site/admin/lib/addresses.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { linkClass } from '#site/admin/ui/classes.ts'
import { Link } from '#site/admin/ui/Link.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { AdminRequest } from './request-labels.ts'

const headingClass = 'font-sans text-15/150 font-semibold'
const textClass = 'max-w-[70ch] whitespace-pre-line font-serif leading-160 [overflow-wrap:anywhere]'

/** All fields of the request, and the publisher's last message to the author. */
export function RequestFacts({ request }: { request: AdminRequest }) {
  const { authorEmail, authorPhone, coverImageUrl, reference, title } = request
  const phone = authorPhone.replace(/[^\d+]/g, '')
  // An author's link may only lead to the web: no other scheme.
  const cover = coverImageUrl && /^(https?:\/\/|\/uploads\/)/i.test(coverImageUrl) && coverImageUrl
  return (
    <>
      <dl className="grid gap-6 sm:grid-cols-[repeat(auto-fit,minmax(210px,1fr))] sm:gap-x-24 sm:gap-y-8">
        <Fact name="E-mail">
          <Link
            className="min-w-44 gap-6"
            href={mailTo(authorEmail, `${reference}: ${title}`)}
            label={authorEmail}
          />
        </Fact>
        <Fact name="Phone">
          {phone ? (
            <Link className="min-w-44 gap-6" href={`tel:${phone}`} label={authorPhone} />
          ) : (
            authorPhone
          )}
        </Fact>
        <Fact name="Category">{request.category}</Fact>
        <Fact name="Received">{formatMoment(request.createdAt)}</Fact>
        <Fact name="Cover">
          {cover ? (
            <a
              className={`${linkClass} min-w-44 gap-6`}
              href={cover}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              Look at the cover
              <Icon name="arrowOut" size={16} />
            </a>
          ) : (
            'None yet'
          )}
        </Fact>
      </dl>
      <section>
        <h4 className={headingClass}>Description</h4>
        <p className={textClass}>{request.description}</p>
      </section>
      <section>
        <h4 className={headingClass}>Why it should be published</h4>
        <p className={textClass}>{request.publishingReason}</p>
      </section>
      {request.message && (
        <section>
          <h4 className={headingClass}>
            You wrote to the author
            {request.messageAt && (
              <small className="ml-8 text-14 font-normal text-ink-2">
                {' '}
                {formatMoment(request.messageAt)}
              </small>
            )}
          </h4>
          <p className={textClass}>{request.message}</p>
        </section>
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="max-sm:grid max-sm:grid-cols-[76px_minmax(0,1fr)] max-sm:items-center">
    <dt className="text-14 text-ink-2">{name}</dt>
    <dd className="flex items-center text-15 sm:min-h-44">{children}</dd>
  </div>
)
