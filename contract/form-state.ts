/** A form that came back: what was typed and what was wrong with it (`Astro.locals.form`). */
export interface FormState {
  /** By field name; never a password. */
  values: Record<string, string>
  /** By field name, as they are shown at the fields. */
  errors: Record<string, string[]>
  /** What is wrong as a whole. */
  sentence: string
  status: number
}
