import type { FormState } from '#contract/form-state.ts'

/**
 * A form that works without script, of the fields that `labels` names in the page's order: what was typed into each, and
 * what is wrong with it.
 */
export function postedForm(
  form: FormState | undefined,
  labels: Record<string, string>,
  values: Record<string, string | undefined> = form?.values ?? {},
) {
  const errorOf = (name: string) => form?.errors[name]?.[0]
  const labelOf = (name: string) => labels[name] ?? name
  return {
    errorOf,
    wrong: Object.keys(labels)
      .filter(errorOf)
      .map((id) => ({ id, label: labelOf(id) })),
    field: (name: string) => ({
      name,
      label: labelOf(name),
      value: values[name],
      error: errorOf(name),
    }),
  }
}
