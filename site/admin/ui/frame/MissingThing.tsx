interface Props {
  /** As in "Story Not Found". */
  title: string
  text: string
  href: string
  back: string
  isPage?: boolean
}

/** Shown for something that does not exist, or that the role may not see. */
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
