import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import { keptDays } from '#contract/retention.ts'
import { fromSteps } from '#contract/settings/first-steps.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { sourceParameter } from '#contract/stats.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useStats } from '#site/admin/lib/stats-query.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import type { Magazine, Shown } from './step-words.ts'

interface Props {
  demo: Shown['demo']
  onLater(): void
}

/** Opening day: the demo content goes, then there is something to share. */
export function OpenStep({ demo: { unchanged, changed }, onLater }: Props) {
  const [isAsking, setAsking] = useState(false)
  const open = useMutation({
    mutationFn: (withChanged: boolean) =>
      adminCall('POST /admin/first-steps/open', { withChanged }),
    async onSuccess() {
      setAsking(false)
      await queryClient.invalidateQueries()
      void showToast(adminMessages.magazineOpen)
    },
    onError: () => void showToast(adminMessages.notDone),
  })
  const things = (count: number) =>
    `${count} ${count === 1 ? 'story or book' : 'stories and books'}`
  return (
    <div className="mt-16 grid gap-16">
      <Off name="payments" />
      <TestMode />
      {unchanged > 0 && (
        <p>
          {things(unchanged)} of the demo content go. For {keptDays.deleted} days they can be
          brought back, under Deleted.
        </p>
      )}
      <div className="flex flex-wrap gap-10">
        <Button
          look="action"
          isBusy={open.isPending}
          onClick={() => {
            if (open.isPending) return
            if (changed > 0) setAsking(true)
            else open.mutate(false)
          }}
          label={open.isPending ? 'Opening...' : 'Open the magazine'}
        />
        <Button onClick={onLater}>Later</Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="You changed some of the demo content"
          confirm="Keep what I changed"
          confirming="Opening..."
          isBusy={open.isPending}
          onConfirm={() => open.mutate(false)}
          onClose={() => setAsking(false)}
        >
          <p>{things(changed)} came with the program, and have other words now.</p>
          <Button
            className="justify-self-start"
            onClick={() => open.isPending || open.mutate(true)}
            label="Take them out, too"
          />
        </ConfirmDialog>
      )}
    </div>
  )
}

/** What opens without a live key. */
function TestMode() {
  if (useStats().off?.payments?.why !== 'test') return null
  return (
    <p>
      Everybody can read. Nobody can buy until you{' '}
      <Link href={fromSteps(staffPaths.payments)} label="go live" />: the payments are in test mode.
    </p>
  )
}

/** The first card to share, and what happens from now on. */
export function ShareMagazine({ name, tagline }: Magazine) {
  const address = `${location.origin}/?${new URLSearchParams({ [sourceParameter]: 'whatsapp' })}`
  const save = useMutation({
    async mutationFn() {
      const { saveShareCard } = await import('#site/admin/lib/pictures/share-card.ts')
      const words = {
        headline: name,
        line: tagline,
        framed: location.host,
        foot: 'Read, share, send in',
      }
      await saveShareCard('magazine.png', paths.siteSharePicture, words)
    },
    onError: () => void showToast(adminMessages.notDone),
  })
  return (
    <section className="mt-28 grid gap-14" aria-labelledby="share">
      <h2 id="share" className="text-22/120">
        Tell your readers
      </h2>
      <TestMode />
      <figure className="border-2 border-ink bg-surface">
        <img
          className="h-auto w-full"
          src={paths.siteSharePicture}
          alt=""
          width="1200"
          height="630"
        />
        <figcaption className="p-14">
          <b className="block">{name}</b> {location.host}
        </figcaption>
      </figure>
      <div className="flex flex-wrap gap-10">
        <Link
          look="action"
          href={`https://wa.me/?${new URLSearchParams({ text: `${name}: ${address}` })}`}
          target="_blank"
          rel="noopener noreferrer"
          label="Share on WhatsApp"
        />
        <Button onClick={() => save.mutate()}>Save the picture</Button>
      </div>
      <Link className="justify-self-start" href={staffPaths.whatHappens} label="What happens now" />
    </section>
  )
}
