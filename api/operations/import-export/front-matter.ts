import { parse, stringify } from 'yaml'

const fence = '---\n'

/** Text behind its fields, to the letter. */
export function withFrontMatter(fields: object, text: string): string {
  // Quoted, so that no word is read as a number or a date.
  const yaml = stringify(fields, {
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  })
  return `${fence}${yaml}${fence}${text}\n`
}

/** Undefined where a file has none. Throws for what is no YAML. */
export function readFrontMatter(
  file: string,
): { fields: Record<string, unknown>; text: string } | undefined {
  const whole = file.replace(/^\ufeff/, '')
  const [, yaml, text] =
    /^---[ \t]*\r?\n([\s\S]*?\r?\n)?---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(whole) ?? []
  if (yaml === undefined) return undefined
  const fields: unknown = parse(yaml)
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return undefined
  return { fields: fields as Record<string, unknown>, text: (text ?? '').replace(/\n$/, '') }
}
