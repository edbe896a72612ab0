import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import {
  type FirstStepName,
  firstStepWords,
  fromSteps,
  stepsToFirstSale,
  untestedMail,
} from '#contract/settings/first-steps.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { AddressChecks } from '#site/admin/settings/business/AddressChecks.tsx'
import { BusinessForm } from '#site/admin/settings/business/BusinessForm.tsx'
import { businessKey, isOwn } from '#site/admin/settings/business/business-fields.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { actionClass, bylineClass, linkClass, outlineClass } from '#site/admin/ui/classes.ts'
import { FocusedHeading } from '#site/admin/ui/frame/FocusedHeading.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { ListHead } from '#site/admin/ui/lists/ListHead.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { OpenStep, ShareMagazine } from './OpenStep.tsx'
import { headlineOf, type Magazine, progressOf, type Shown, type Step } from './step-words.ts'

const stepsKey = ['first-steps']

/** Why an island? What is there of a new magazine is the owner's alone: the call needs a token. */
export const FirstSteps = adminIsland((magazine: Magazine) => {
  // Some steps are done in another tab, or in the mail program.
  const query = useAdminCall(stepsKey, 'GET /admin/first-steps', {}, { freshMs: 20_000 })
  return (
    <Loaded query={query} things="the first steps" rows={8}>
      {(all) => <AllSteps {...all} magazine={magazine} />}
    </Loaded>
  )
})

function AllSteps(all: Shown) {
  const { steps } = all
  const [toSale, others] = [steps.slice(0, stepsToFirstSale), steps.slice(stepsToFirstSale)]
  const current = toSale.find(({ isDone, isLater }) => !isDone && !isLater)
  useBand(toSale, all.minutes)
  const [isKept, setKept] = useState(false)
  const putOff = useMutation({
    mutationFn: (change: { name: FirstStepName; isLater: boolean }) =>
      adminCall('POST /admin/first-steps/:name/later', change),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: stepsKey }),
    onError: () => void showToast(adminMessages.notDone),
  })
  return (
    <div className="max-w-text">
      <ol>
        {toSale.map((step, at) =>
          step === current ? (
            <CurrentStep
              key={step.name}
              {...{ ...step, number: at + 1, all, takesFocus: putOff.isSuccess || isKept }}
              onKept={() => setKept(true)}
              onLater={() => putOff.mutate({ name: step.name, isLater: true })}
            />
          ) : (
            <OtherStep
              key={step.name}
              {...{ ...step, number: at + 1 }}
              onNow={() => putOff.mutate({ name: step.name, isLater: false })}
            />
          ),
        )}
      </ol>
      {!current && (
        <a className={`${outlineClass} mt-24`} href={staffPaths.dashboard}>
          To the dashboard
        </a>
      )}
      {toSale.at(-1)?.isDone && <ShareMagazine {...all.magazine} />}
      <section className="mt-40" aria-labelledby="others">
        <ListHead id="others" title="After that" />
        <ol>
          {others.map((step) => (
            <OtherStep key={step.name} {...step} />
          ))}
        </ol>
      </section>
    </div>
  )
}

/** The page's head is there before any script: it gets its words. */
function useBand(steps: Step[], minutes: number | null) {
  const left = steps.filter(({ isDone }) => !isDone).length
  const [headline, progress] = [headlineOf(steps), progressOf(steps, minutes)]
  useEffect(() => {
    const band = document.querySelector<HTMLElement>('[data-dashboard-band]')
    band?.setAttribute('data-steps', String(left))
    band?.style.setProperty('--climbed', String(Math.max(0, 6 - left)))
    for (const [name, words] of Object.entries({ headline, today: progress })) {
      const place = band?.querySelector(`[data-${name}]`)
      if (place) place.textContent = words
    }
  }, [left, headline, progress])
}

const tileClass = 'grid size-36 flex-none place-items-center text-17 font-semibold'

interface OtherProps extends Step {
  number?: number
  /** Takes up again what was put off. */
  onNow?(): void
}

function OtherStep({ name, number, isDone, isLater, fact, onNow }: OtherProps) {
  const { title, how, path } = firstStepWords[name]
  return (
    <li className="flex min-h-64 items-center gap-16 border-b border-line py-9">
      {isDone ? (
        <span className={`${tileClass} bg-ok text-paper`}>
          <Icon name="check" size={22} />
          <span className="sr-only">Done</span>
        </span>
      ) : (
        <span className={`${tileClass} border-2 border-line-2 bg-surface`}>{number}</span>
      )}
      <span className="mr-auto min-w-0">
        <b className="block text-17/130 font-semibold">{title}</b>
        <span className={`block [overflow-wrap:anywhere] ${bylineClass}`}>
          {fact ?? (isDone ? 'Done' : isLater ? 'Put off' : how)}
        </span>
      </span>
      {(!isDone || fact === untestedMail) &&
        (isLater && onNow ? (
          <button
            type="button"
            className={linkClass}
            aria-label={`Do it now: ${title}`}
            onClick={onNow}
          >
            Do it now
          </button>
        ) : (
          name !== 'open' && (
            <a className={linkClass} aria-label={`Open: ${title}`} href={fromSteps(path)}>
              Open
            </a>
          )
        ))}
    </li>
  )
}

interface CurrentProps extends Step {
  number: number
  all: Shown
  /** The button that was pressed is gone. */
  takesFocus: boolean
  onLater(): void
  /** Its key is kept. */
  onKept(): void
}

/** The one that comes next, with its press. */
function CurrentStep({ name, number, all, takesFocus, onLater, onKept }: CurrentProps) {
  const { title, how, press = title, path } = firstStepWords[name]
  const others = (
    <>
      <a className={name === 'payments' ? outlineClass : actionClass} href={fromSteps(path)}>
        {press}
      </a>
      <Button onClick={onLater}>Later</Button>
    </>
  )
  return (
    <li
      ref={intoView}
      className="scroll-mb-96 my-14 border-4 border-ink bg-surface p-16 md:p-20"
      aria-current="step"
    >
      <div className="flex gap-16">
        <span className={`${tileClass} bg-ink text-paper`}>{number}</span>
        <div className="min-w-0">
          {takesFocus ? (
            <FocusedHeading id="next-step">{title}</FocusedHeading>
          ) : (
            <h2 className="text-22/120">{title}</h2>
          )}
          <p className={bylineClass}>{how}</p>
          {name === 'address' && <AddressChecks />}
        </div>
      </div>
      {name === 'open' ? (
        <OpenStep demo={all.demo} onLater={onLater} />
      ) : name === 'payments' ? (
        <KeyForm onEnd={onKept}>{others}</KeyForm>
      ) : (
        <div className="mt-16 flex flex-wrap gap-10">{others}</div>
      )}
    </li>
  )
}

/** On a phone the steps that are done may fill the screen. */
const intoView = (step: HTMLElement | null) => step?.scrollIntoView?.({ block: 'nearest' })

/** The key of the first provider, which the page of payments would ask for. */
function KeyForm({ onEnd, children }: { onEnd(): void; children: ReactNode }) {
  const { data } = useAdminCall(businessKey, 'GET /admin/business', {})
  const part = data?.find((one) => one.part === 'paystack')
  if (!part || !isOwn(part)) return <div className="mt-16 flex flex-wrap gap-10">{children}</div>
  return <BusinessForm part={part} work="set" onEnd={onEnd} otherwise={children} />
}
