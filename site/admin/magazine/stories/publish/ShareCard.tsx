import { uploadId } from '#contract/uploads.ts'
import { readAdminFile } from '#site/admin/lib/call.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { skeletonClass } from '#site/admin/ui/classes.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

/** WhatsApp shows no picture above it, and says nothing. */
const mostBytes = 300 * 1024

/** The size in the unit of WhatsApp's limit. */
const inKilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} KB`

interface Props {
  id: string
  fields: { title: string; summary: string; category: string; imageUrl: string }
  url: string
}

/** A link to the story as WhatsApp shows it, with the picture that readers will share. */
export function ShareCard({ id, fields: { title, summary, category, imageUrl }, url }: Props) {
  const { data, error, retry } = useAdminQuery({
    queryKey: ['share-picture', id, title, category, imageUrl],
    queryFn: () => readAdminFile(`/api/admin/drafts/${id}/share-picture.jpg`),
  })
  const { host } = new URL(url)
  return (
    <section className="mt-12" aria-labelledby="share-card">
      <h3 id="share-card" className="flex items-center gap-8 font-sans text-15/140 font-semibold">
        <Icon shape={adminIcons.whatsapp} isFilled className="text-ok" />
        On WhatsApp it looks like this
      </h3>
      {/* WhatsApp's own colours, in dark mode too. */}
      <div className="mt-8 bg-[#e6dfd2] py-10 pl-34 pr-10 text-[#17211b]">
        <div className="rounded-[6px] bg-[#dcf6ce] p-4 [overflow-wrap:anywhere]">
          {data ? (
            <img
              className="aspect-[1200/630] w-full rounded-[4px] object-cover"
              src={data.url}
              width={1200}
              height={630}
              alt="What is shown beside the link"
            />
          ) : (
            <div className={`${skeletonClass} aspect-[1200/630] w-full rounded-[4px]`} />
          )}
          <div className="bg-[#cdeabd] px-10 py-8 text-14/135">
            <b className="block font-semibold">{title}</b>
            <span className="block truncate text-[#43544a]">{summary}</span>
            <span className="block text-13/140 text-[#43544a]">{host}</span>
          </div>
          <p className="px-8 py-6 text-14/135 text-[#0b5394] underline">
            {url.slice(url.indexOf(host))}
          </p>
        </div>
      </div>
      {imageUrl && !uploadId(imageUrl) && (
        <p className="mt-6 text-14 text-ink-2">
          Links show our drawing, because your picture is on another site.
        </p>
      )}
      {error && (
        <p className="mt-6 text-14" role="alert">
          The picture could not be loaded.{' '}
          <button type="button" className="min-h-44 font-semibold underline" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {data &&
        (data.bytes > mostBytes ? (
          <p className="mt-6 text-14 font-semibold text-danger" role="alert">
            {`The picture has ${inKilobytes(data.bytes)}: above 300 KB WhatsApp shows none.`}
          </p>
        ) : (
          <p className="mt-6 text-14 text-ink-2">{`Picture: ${inKilobytes(data.bytes)}`}</p>
        ))}
    </section>
  )
}
