import { MissingThing } from './MissingThing.tsx'

export const examples = {
  'a story': () => (
    <MissingThing
      title="Story Not Found"
      text="The story you're looking for doesn't exist."
      href="/sandbox"
      back="To the stories"
    />
  ),
}
