interface Props {
  /** As in "Story Not Found". */
  title: string
  text: string
  /** Where its list is. */
  href: string
  back: string
  /** The page has no other heading of its own. */
  isPage?: boolean
}

/** What stands in the place of a thing that is not there, or is not theirs. */
export function MissingThing({ title, text, href, back, isPage = false }: Props) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="py-32" role="alert">
      <Heading className="[overflow-wrap:anywhere]">{title}</Heading>
      <p className="mb-20 mt-8 text-ink-2">{text}</p>
      <a className="btn" href={href}>
        {back}
      </a>
    </div>
  )
}
