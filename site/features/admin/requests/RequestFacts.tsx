import { formatMoment } from '#site/lib/admin/format.ts'
import { mailTo } from '#site/lib/admin/mail-to.ts'
import { AdminIcon } from '#site/ui/admin/AdminIcon.tsx'
import type { AdminRequest } from './request-labels.ts'

/** Everything that the author said, and the publisher's last word to them. */
export function RequestFacts({ request }: { request: AdminRequest }) {
  const { authorEmail, authorPhone, coverImageUrl, reference, title } = request
  const phone = authorPhone.replace(/[^\d+]/g, '')
  // What an author typed leads nowhere but to the web.
  const cover = coverImageUrl && /^(https?:\/\/|\/uploads\/)/i.test(coverImageUrl) && coverImageUrl
  return (
    <>
      <dl className="request-facts">
        <div>
          <dt>E-mail</dt>
          <dd>
            <a className="link" href={mailTo(authorEmail, `${reference}: ${title}`)}>
              {authorEmail}
            </a>
          </dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd>
            {phone ? (
              <a className="link" href={`tel:${phone}`}>
                {authorPhone}
              </a>
            ) : (
              authorPhone
            )}
          </dd>
        </div>
        <div>
          <dt>Category</dt>
          <dd>{request.category}</dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd>{formatMoment(request.createdAt)}</dd>
        </div>
        <div>
          <dt>Cover</dt>
          <dd>
            {cover ? (
              <a className="link" href={cover} target="_blank" rel="noopener noreferrer nofollow">
                Look at the cover
                <AdminIcon name="arrowOut" size={16} />
              </a>
            ) : (
              'None yet'
            )}
          </dd>
        </div>
      </dl>
      <section>
        <h4>Description</h4>
        <p className="request-text">{request.description}</p>
      </section>
      <section>
        <h4>Why it should be published</h4>
        <p className="request-text">{request.publishingReason}</p>
      </section>
      {request.message && (
        <section>
          <h4>
            You wrote to the author
            {request.messageAt && <small> {formatMoment(request.messageAt)}</small>}
          </h4>
          <p className="request-text">{request.message}</p>
        </section>
      )}
    </>
  )
}
