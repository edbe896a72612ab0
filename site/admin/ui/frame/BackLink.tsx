import { Icon } from '#site/ui/icons/Icon.tsx'

/** Above a page's heading: the link to the page above it. */
export function BackLink({ href, text }: { href: string; text: string }) {
  return (
    <a className="inline-flex min-h-44 items-center gap-10 font-semibold" href={href}>
      <Icon name="arrowLeft" />
      <span className="border-b-2 border-current pb-2">{text}</span>
    </a>
  )
}
