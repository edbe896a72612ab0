/** A rejected form: its values and errors (`Astro.locals.form`). */
export interface FormState {
  /** The values by field name, never a password, with the form's `idempotencyKey`. */
  values: Record<string, string>
  /** The messages of each field, by its name. */
  errors: Record<string, string[]>
  /** The error of the form as a whole. */
  sentence: string
  status: number
}
