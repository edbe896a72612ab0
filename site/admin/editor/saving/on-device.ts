import { storedKeys } from '#site/lib/stored-keys.ts'
import { forget, readJson, readText, writeJson, writeText } from '#site/lib/web-storage.ts'
import type { DocumentStore } from './document-store.ts'
import type { CopyStore, LocalCopy } from './draft-saver.ts'

/** The draft of a document that is on this device until the server has it. */
export function localCopy<Fields>(key: string): CopyStore<Fields> {
  return {
    read: () => readJson(key, toCopy<Fields>),
    write: (copy) => writeJson(key, copy),
    clear: () => forget(key),
  }
}

function toCopy<Fields>(json: unknown): LocalCopy<Fields> | undefined {
  const copy = json as LocalCopy<Fields>
  return typeof copy.base === 'number' && copy.fields ? copy : undefined
}

export interface CopiedDraft {
  id: string
  /** Else how its text begins; empty when there is neither. */
  title: string
}

/** Markdown without its links and signs. */
const plain = (markdown: string) =>
  markdown
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[#*>_]/g, '')
    .trim()

/** Documents with changes that are only on this device. */
export function listDraftCopies<Fields extends { content: string }>({
  copyKey,
  titleOf,
}: Pick<DocumentStore<Fields>, 'copyKey' | 'titleOf'>): CopiedDraft[] {
  const toTitle = (json: unknown) => {
    const fields = toCopy<Fields>(json)?.fields
    return fields && (titleOf(fields).trim() || plain(fields.content).slice(0, 60).trim())
  }
  return storedKeys(copyKey).flatMap((key) => {
    const title = readJson(key, toTitle)
    return title === undefined ? [] : [{ id: key.slice(copyKey.length), title }]
  })
}

const modeKey = 'ascend.editor-mode'

export type EditorMode = 'plain' | 'rich'

/** Whether this device last showed the rich or the plain editor. */
export function rememberedMode(): EditorMode {
  return readText(modeKey) === 'plain' ? 'plain' : 'rich'
}

export function rememberMode(mode: EditorMode) {
  writeText(modeKey, mode)
}
