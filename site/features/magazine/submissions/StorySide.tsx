import { artPaths } from '#contract/magazine/art-paths.ts'
import { useSettled } from '#site/lib/forms/use-settled.ts'

/** How long after the last key the default picture is drawn again. */
const drawAfterMs = 600
/** The category of the picture before one is chosen. */
const firstCategory = 'Success Stories from Humble Backgrounds'

interface Props {
  heading: string
  title: string
  category: string
}

/** Beside the form stand its explanation, and the picture that a story without one gets. */
export function StorySide({ heading, title, category }: Props) {
  const drawn = useSettled({ title, category: category || firstCategory }, drawAfterMs)
  return (
    <div>
      <h2 className="text-30/106 tracking-close md:text-46">{heading}</h2>
      <p className="mt-8 text-ink-2">Write the way you talk. Editors will help with the rest.</p>
      <figure className="mt-20 hidden text-13 text-ink-2 md:block">
        <figcaption>Your default picture</figcaption>
        <img
          className="cut step-6 my-6 aspect-[3/2] w-full object-cover"
          src={artPaths.story(drawn)}
          alt=""
          width={600}
          height={400}
          loading="lazy"
        />
        <p>Drawn from your title and category when you add no image.</p>
      </figure>
    </div>
  )
}
