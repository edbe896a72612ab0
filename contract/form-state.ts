/** A rejected form: its values and errors (`Astro.locals.form`). */
export interface FormState {
  /** By field name; never a password. With the form's `idempotencyKey`. */
  values: Record<string, string>
  /** The messages of each field, by its name. */
  errors: Record<string, string[]>
  /** Of the form as a whole. */
  sentence: string
  status: number
}
