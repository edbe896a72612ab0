import type { ReactNode, Ref } from 'react'
import { withoutKeys } from '#site/lib/engaged/without-keys.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

interface Props {
  title: string
  /** Takes the focus when another thing opens. */
  headingRef?: Ref<HTMLHeadingElement>
  backHref: string
  /** The label of the link: "Back to the list". */
  backLabel: string
  onBack(): void
  /** They stand at the end of the bar. */
  children?: ReactNode
}

/** The bar over one open thing of a list, in the place of the page's title. */
export function PageBar({ title, headingRef, backHref, backLabel, onBack, children }: Props) {
  return (
    <div
      className="band sticky top-0 z-20 -mx-16 -mt-20 flex min-h-58 items-center gap-8 bg-footer px-8 sm:-mx-24 sm:px-16 md:static md:mx-0 md:mt-0 md:bg-transparent md:px-0 md:text-ink md:[--focus:inherit]"
      data-page-bar
    >
      <a
        className="icon-btn flex-none md:-ml-12"
        href={backHref}
        aria-label={backLabel}
        onClick={withoutKeys(onBack)}
      >
        <Icon name="arrowLeft" size={22} />
      </a>
      <h1
        ref={headingRef}
        tabIndex={-1}
        className="mr-auto min-w-0 truncate font-sans text-16/130 font-semibold tracking-[0]"
      >
        {title}
      </h1>
      {children}
    </div>
  )
}
