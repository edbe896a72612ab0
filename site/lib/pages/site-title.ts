/** What the whole site is called: its name and, where there is one, its tagline. */
export function siteTitle({ name, tagline }: { name: string; tagline: string }): string {
  return tagline ? `${name}: ${tagline}` : name
}
